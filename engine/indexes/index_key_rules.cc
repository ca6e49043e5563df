#include "engine/indexes/index_key_rules.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/indexes/index_entry.h"

namespace holdfast {
namespace {

// The local and global indexes of a table whose rules apply, ascending by name, because AWS names the alphabetically
// first index whose rule is broken. The rules of an index that is being added do not apply yet: AWS says that writes
// that violate them "may succeed"; here they do, and the item stays out of the index.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html
class IndexesByName {
 public:
  explicit IndexesByName(const Table& table) {
    for (const IndexSchema& index : table.schema().local_indexes) indexes_.push_back(&index);
    for (const std::shared_ptr<GlobalIndex>& index : table.global_indexes()) {
      if (!index->is_being_created()) indexes_.push_back(&index->schema);
    }
    std::sort(indexes_.begin(), indexes_.end(),
              [](const IndexSchema* a, const IndexSchema* b) { return a->name < b->name; });
  }

  // Calls `check(index, attribute, is_range)` for every key attribute of every index, until the first error.
  template <typename Check>
  Status ForEachKeyAttribute(Check check) const {
    for (const IndexSchema* index : indexes_) {
      for (const KeyAttribute& attribute : index->key.hash) HOLDFAST_RETURN_IF_ERROR(check(*index, attribute, false));
      for (const KeyAttribute& attribute : index->key.range) HOLDFAST_RETURN_IF_ERROR(check(*index, attribute, true));
    }
    return {};
  }

  bool HaveKeyAttribute(std::string_view name) const {
    return std::any_of(indexes_.begin(), indexes_.end(),
                       [&](const IndexSchema* index) { return index->key.Find(name) != nullptr; });
  }

 private:
  absl::InlinedVector<const IndexSchema*, 8> indexes_;
};

bool HasIndexes(const Table& table) { return table.has_global_indexes() || !table.schema().local_indexes.empty(); }

size_t BytesMax(bool is_range) { return is_range ? limits::kSortKeyBytesMax : limits::kPartitionKeyBytesMax; }

bool IsTooLong(ValueView value, bool is_range) {
  return value.type() != ValueType::kNumber && value.bytes().size() > BytesMax(is_range);
}

}  // namespace

Status CheckIndexRulesOfItem(const Table& table, AttributeMapView item, IndexKeyCheck check) {
  if (!HasIndexes(table)) return {};
  HOLDFAST_RETURN_IF_ERROR(IndexesByName(table).ForEachKeyAttribute(
      [&](const IndexSchema& index, const KeyAttribute& attribute, bool is_range) -> Status {
        const std::optional<ValueView> value = item.Find(attribute.name);
        if (!value.has_value()) return {};
        const ValueType expected = ToValueType(attribute.type);
        if (value->type() != expected) {
          if (check == IndexKeyCheck::kBeforeKeys) return {};
          return errors::IndexKeyTypeMismatch(attribute.name, expected, value->type(), index.name);
        }
        if (check == IndexKeyCheck::kAfterKeys) return {};
        if (value->bytes().empty()) return errors::EmptyIndexKeyValue(attribute.name, expected, index.name);
        if (!IsTooLong(*value, is_range)) return {};
        return errors::IndexKeyTooLarge(attribute.name, value->bytes().size(), BytesMax(is_range), index.name);
      }));
  const bool checks_size = check != IndexKeyCheck::kAfterKeys;
  return checks_size && IsTooLargeForLocalIndexes(table.schema(), item) ? Status(errors::ItemTooLarge()) : Status();
}

Status CheckIndexKeysOfUpdate(const Table& table, const UpdatedValue& updated_value, IndexKeyCheck check) {
  if (!HasIndexes(table)) return {};
  return IndexesByName(table).ForEachKeyAttribute(
      [&](const IndexSchema& index, const KeyAttribute& attribute, bool is_range) -> Status {
        const std::optional<ValueView> value = updated_value(attribute.name);
        if (!value.has_value()) return {};
        const ValueType expected = ToValueType(attribute.type);
        if (value->type() != expected) {
          if (check == IndexKeyCheck::kBeforeKeys) return {};
          return errors::IndexKeyTypeMismatch(attribute.name, expected, value->type(), index.name);
        }
        if (value->bytes().empty()) {
          return check == IndexKeyCheck::kAfterKeys ? Status() : errors::UpdateToEmptyIndexKey(expected);
        }
        const bool checks_size = check != IndexKeyCheck::kBeforeKeys;
        return checks_size && IsTooLong(*value, is_range) ? errors::UpdateToTooLargeIndexKey() : Status();
      });
}

Status CheckIndexRulesOfUpdatedItem(const Table& table, AttributeMapView before, AttributeMapView after) {
  if (!HasIndexes(table)) return {};
  HOLDFAST_RETURN_IF_ERROR(IndexesByName(table).ForEachKeyAttribute(
      [&](const IndexSchema&, const KeyAttribute& attribute, bool is_range) -> Status {
        const std::optional<ValueView> value = after.Find(attribute.name);
        if (!value.has_value() || value == before.Find(attribute.name)) return {};
        const ValueType expected = ToValueType(attribute.type);
        if (value->type() != expected) return errors::UpdateToUnsupportedIndexKeyType();
        if (value->bytes().empty()) return errors::UpdateToEmptyIndexKey(expected);
        if (IsTooLong(*value, is_range)) return errors::UpdateToTooLargeIndexKey();
        return {};
      }));
  return IsTooLargeForLocalIndexes(table.schema(), after) ? Status(errors::UpdatedItemTooLarge()) : Status();
}

Status CheckNoPathUnderKeys(const Table& table, const std::vector<DocumentPath>& paths) {
  std::optional<IndexesByName> indexes;
  for (const DocumentPath& path : paths) {
    if (!path.nested()) continue;
    if (table.schema().key.Find(path.attribute()) != nullptr) return errors::NestedPathUnderTableKey(path.attribute());
    if (!HasIndexes(table)) continue;
    if (!indexes.has_value()) indexes.emplace(table);
    if (indexes->HaveKeyAttribute(path.attribute())) return errors::NestedPathUnderIndexKey(path.attribute());
  }
  return {};
}

}  // namespace holdfast
