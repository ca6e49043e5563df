#include "engine/partiql/item_key.h"

#include "engine/errors/partiql_errors.h"

namespace holdfast::partiql {

ItemKeyMatch MatchItemKey(const TableSchema& schema, const BoundStatement& statement, bool accepts_in_operator) {
  ItemKeyMatch match;
  match.only_key = statement->equalities.size() == statement->conjuncts.size();
  const KeyAttribute* const sort_key = schema.sort_key();
  for (const AttributeEquality& equality : statement->equalities) {
    const bool is_partition = equality.attribute == schema.partition_key().name;
    const bool is_sort = sort_key != nullptr && equality.attribute == sort_key->name;
    if ((!is_partition && !is_sort) || (equality.is_in && !accepts_in_operator)) {
      match.only_key = false;
      continue;
    }
    const ValueView given = statement.ValueOf(equality.value);
    std::optional<ValueView>& value = is_partition ? match.partition : match.sort;
    if (value.has_value() && !(*value == given)) {
      match.problem = ItemKeyMatch::Problem::kSeveralValues;
      match.attribute = equality.attribute;
    }
    if (!value.has_value()) value = given;
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
