#include "engine/operations/queries/query_plan.h"

#include <algorithm>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/expression_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/indexes/index_entry.h"
#include "engine/operations/queries/page_request.h"
#include "engine/values/key_bytes.h"

namespace holdfast {
namespace {

const KeyClause* FindClause(const std::vector<KeyClause>& clauses, const KeyAttribute& attribute) {
  for (const KeyClause& clause : clauses) {
    if (clause.attribute == attribute.name) return &clause;
  }
  return nullptr;
}

Status CheckOperands(const KeyClause& clause, const KeyAttribute& attribute, bool is_hash) {
  if (clause.op == KeyOperator::kNotIndexable) return errors::NotAnIndexableOperation();
  const ValueType type = ToValueType(attribute.type);
  if (clause.operand.type() != type || (clause.upper.has_value() && clause.upper->type() != type)) {
    return errors::KeyConditionTypeMismatch();
  }
  for (const std::optional<ValueView> operand : {std::optional(clause.operand), clause.upper}) {
    if (!operand.has_value() || type == ValueType::kNumber) continue;
    const size_t size = operand->bytes().size();
    if (size == 0) return errors::EmptyKeyValue(attribute.name, type);
    if (is_hash && size > limits::kPartitionKeyBytesMax) return errors::PartitionKeyTooLarge();
    if (!is_hash && size > limits::kSortKeyBytesMax) return errors::SortKeyTooLarge();
  }
  return {};
}

Status CheckStartKeyValue(const KeyAttribute& attribute, const std::optional<AttributeMap>& start_key) {
  if (!start_key.has_value()) return {};
  const std::optional<ValueView> value = start_key->Find(attribute.name);
  if (!value.has_value()) return errors::InvalidStartKey();
  if (value->type() != ToValueType(attribute.type)) {
    return errors::StartKeyDoesNotMatchSchema();
  }
  return {};
}

// Conditions on range attributes go from left to right without a gap, and only the last may be other than `=`.
Status CheckRangePrefix(const std::vector<KeyAttribute>& range, const std::vector<KeyClause>& clauses) {
  const KeyAttribute* last = nullptr;
  for (const KeyAttribute& attribute : range) {
    if (FindClause(clauses, attribute) != nullptr) last = &attribute;
  }
  if (last == nullptr) return {};
  errors::Names without_equality;
  for (const KeyAttribute& attribute : range) {
    if (&attribute == last) break;
    const KeyClause* clause = FindClause(clauses, attribute);
    if (clause != nullptr && clause->op == KeyOperator::kEqual) continue;
    without_equality.push_back(attribute.name);
  }
  if (without_equality.empty()) return {};
  return errors::RangeConditionGap(without_equality, last->name);
}

// For a partition key of several attributes, reports all that lack an equality condition in one error. CheckConditions
// reports the one attribute of an ordinary partition key, with other texts.
Status CheckHashConditions(const std::vector<KeyAttribute>& hash, const std::vector<KeyClause>& clauses) {
  if (hash.size() < 2) return {};
  errors::Names without_equality;
  for (const KeyAttribute& attribute : hash) {
    const KeyClause* clause = FindClause(clauses, attribute);
    if (clause == nullptr || clause->op != KeyOperator::kEqual) without_equality.push_back(attribute.name);
  }
  if (without_equality.empty()) return {};
  return errors::HashConditionsMissing(without_equality);
}

Status CheckConditions(const KeySchema& key, const std::vector<KeyClause>& clauses,
                       const std::optional<AttributeMap>& start_key) {
  if (clauses.size() > std::max<size_t>(key.size(), 2)) return errors::TooManyKeyConditions(clauses.size(), key.size());
  HOLDFAST_RETURN_IF_ERROR(CheckHashConditions(key.hash, clauses));
  for (const KeyAttribute& attribute : key.hash) {
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValue(attribute, start_key));
    const KeyClause* clause = FindClause(clauses, attribute);
    if (clause == nullptr) return errors::KeyConditionMissing(attribute.name);
    HOLDFAST_RETURN_IF_ERROR(CheckOperands(*clause, attribute, true));
    if (clause->op != KeyOperator::kEqual) return errors::KeyConditionNotSupported();
  }
  if (clauses.size() > key.size()) return errors::KeyConditionNotSupported();
  for (const KeyAttribute& attribute : key.range) {
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValue(attribute, start_key));
    const KeyClause* clause = FindClause(clauses, attribute);
    if (clause != nullptr) HOLDFAST_RETURN_IF_ERROR(CheckOperands(*clause, attribute, false));
  }
  // A condition on an attribute outside the key is reported as a missing condition on a range attribute.
  for (const KeyClause& clause : clauses) {
    if (key.Find(clause.attribute) != nullptr) continue;
    for (const KeyAttribute& attribute : key.range) {
      if (FindClause(clauses, attribute) == nullptr) return errors::KeyConditionMissing(attribute.name);
    }
  }
  return CheckRangePrefix(key.range, clauses);
}

std::string PartitionKeyOf(const KeySchema& key, const std::vector<KeyClause>& clauses) {
  std::string partition_key;
  for (const KeyAttribute& attribute : key.hash) {
    const std::string_view bytes = KeyBytes(FindClause(clauses, attribute)->operand);
    if (&attribute == &key.hash.back()) {
      partition_key += bytes;
    } else {
      AppendKeyPart(bytes, &partition_key);
    }
  }
  return partition_key;
}

KeyRange RangeOf(const ReadTarget& target, const std::vector<KeyClause>& clauses) {
  const std::vector<KeyAttribute>& range = target.key().range;
  if (target.index() == nullptr) {
    const KeyClause* clause = range.empty() ? nullptr : FindClause(clauses, range.front());
    return clause == nullptr ? RangeOfPrefix("") : RangeOfKey(*clause);
  }
  std::string prefix;
  for (const KeyAttribute& attribute : range) {
    const KeyClause* clause = FindClause(clauses, attribute);
    if (clause == nullptr) break;
    if (clause->op != KeyOperator::kEqual) return RangeOfKeyPart(prefix, *clause);
    AppendKeyPart(KeyBytes(clause->operand), &prefix);
  }
  return RangeOfPrefix(prefix);
}

}  // namespace

Result<PartitionRange> RangeOfQuery(const ReadTarget& target, const std::vector<KeyClause>& clauses, bool forward,
                                    const std::optional<AttributeMap>& start_key) {
  const TableSchema& table = target.table->schema();
  if (start_key.has_value() && start_key->size() != StartKeySize(target)) return errors::InvalidStartKey();
  HOLDFAST_RETURN_IF_ERROR(CheckConditions(target.key(), clauses, start_key));

  PartitionRange read{PartitionKeyOf(target.key(), clauses), RangeOf(target, clauses), forward, std::nullopt};
  if (!start_key.has_value()) return read;

  HOLDFAST_RETURN_IF_ERROR(CheckStartKeyOnTable(table, *start_key));
  std::string start_partition;
  if (target.global_index != nullptr) {
    std::optional<GlobalEntryKey> entry =
        GlobalEntryKeyOf(table, *target.index(), target.global_index->entries.hash(), *start_key);
    if (!entry.has_value()) return errors::InvalidStartKey();
    start_partition = std::move(entry->partition);
    read.start_after = std::move(entry->sort);
  } else {
    const TableKey key = KeyOfStored(table, *start_key);
    start_partition = key.partition;
    read.start_after = target.local_order.has_value() ? LocalEntryKeyOf(table, *target.index(), *start_key)
                                                      : std::optional(std::string(key.sort));
    if (!read.start_after.has_value()) return errors::InvalidStartKey();
    if (target.index() == nullptr && table.key.range.empty()) {
      const std::string& name = table.partition_key().name;
      return errors::StartKeyOfHashOnlyTable(name, *start_key->Find(name));
    }
  }
  const bool has_range_condition = clauses.size() > target.key().hash.size();
  if (has_range_condition && !read.range.Contains(*read.start_after)) return errors::StartKeyNotInRange();
  if (start_partition != read.partition_key) {
    // With a condition on a range attribute the service speaks of a single row, even if the query can return several.
    return has_range_condition ? errors::StartKeyOfSingleRowQuery() : errors::StartKeyOutsideQuery();
  }
  return read;
}

}  // namespace holdfast
