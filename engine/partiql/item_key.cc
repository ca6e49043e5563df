#include "engine/partiql/item_key.h"

#include "engine/errors/partiql_errors.h"

namespace holdfast::partiql {
namespace {

// `attribute = value`, or nothing for another condition.
struct Equality {
  const std::string* attribute;
  ValueView value;
  bool is_in;
};

std::optional<Equality> EqualityOf(const BoundExpression& where, uint32_t node, bool accepts_in) {
  const Node& condition = where[node];
  const bool is_in = condition.kind == NodeKind::kIn;
  if (condition.operand_count != 2 || !(condition.kind == NodeKind::kEqual || (is_in && accepts_in))) {
    return std::nullopt;
  }
  uint32_t path = condition.first_operand;
  uint32_t value = where.next(path);
  if (where[path].kind == NodeKind::kValue && !is_in) std::swap(path, value);
  if (where[path].kind != NodeKind::kPath || where[value].kind != NodeKind::kValue) return std::nullopt;
  if (where.PathOf(path).nested()) return std::nullopt;
  return Equality{&where.PathOf(path).attribute(), where.ValueOf(value), is_in};
}

}  // namespace

ItemKeyMatch MatchItemKey(const TableSchema& schema, const BoundExpression& where,
                          const std::vector<uint32_t>& conjuncts, bool accepts_in) {
  ItemKeyMatch match;
  const KeyAttribute* const sort_key = schema.sort_key();
  for (const uint32_t node : conjuncts) {
    const std::optional<Equality> equality = EqualityOf(where, node, accepts_in);
    const bool is_partition = equality.has_value() && *equality->attribute == schema.partition_key().name;
    const bool is_sort = equality.has_value() && sort_key != nullptr && *equality->attribute == sort_key->name;
    if (!is_partition && !is_sort) {
      match.only_key = false;
      continue;
    }
    match.uses_in = match.uses_in || equality->is_in;
    std::optional<ValueView>& value = is_partition ? match.partition : match.sort;
    if (value.has_value() && !(*value == equality->value)) {
      match.problem = ItemKeyMatch::Problem::kSeveralValues;
      match.attribute = *equality->attribute;
    }
    if (!value.has_value()) value = equality->value;
  }
  if (!match.partition.has_value() || (sort_key != nullptr && !match.sort.has_value())) {
    match.problem = ItemKeyMatch::Problem::kMissing;
    return match;
  }
  if (match.problem != ItemKeyMatch::Problem::kNone) return match;
  const auto check_type = [&](const KeyAttribute& attribute, ValueView value) {
    if (value.type() == ToValueType(attribute.type) || match.problem != ItemKeyMatch::Problem::kNone) return;
    match.problem = ItemKeyMatch::Problem::kWrongType;
    match.attribute = attribute.name;
  };
  check_type(schema.partition_key(), *match.partition);
  if (sort_key != nullptr) check_type(*sort_key, *match.sort);
  return match;
}

Result<TableKey> KeyOfMatch(const TableSchema& schema, const ItemKeyMatch& match) {
  switch (match.problem) {
    case ItemKeyMatch::Problem::kNone:
      break;
    case ItemKeyMatch::Problem::kMissing:
      return errors::WhereWithoutKey();
    case ItemKeyMatch::Problem::kSeveralValues:
      return errors::SeveralValuesOfKey(match.attribute);
    case ItemKeyMatch::Problem::kWrongType:
      return errors::KeyValueTypeMismatch(match.attribute);
  }
  return KeyOfValues(schema, *match.partition, match.sort);
}

}  // namespace holdfast::partiql
