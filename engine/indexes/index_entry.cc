#include "engine/indexes/index_entry.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/values/key_bytes.h"
#include "engine/values/value_builder.h"

namespace holdfast {
namespace {

bool HasAll(const std::vector<KeyAttribute>& attributes, size_t bytes_max, AttributeMapView item) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const KeyAttribute& attribute) {
    const std::optional<ValueView> value = item.Find(attribute.name);
    return value.has_value() && value->type() == ToValueType(attribute.type) && !value->bytes().empty() &&
           value->bytes().size() <= bytes_max;
  });
}

bool HasHashKey(const IndexSchema& index, AttributeMapView item) {
  return HasAll(index.key.hash, limits::kPartitionKeyBytesMax, item);
}

bool HasRangeKey(const IndexSchema& index, AttributeMapView item) {
  return HasAll(index.key.range, limits::kSortKeyBytesMax, item);
}

}  // namespace

bool HasIndexKey(const IndexSchema& index, AttributeMapView item) {
  return HasHashKey(index, item) && HasRangeKey(index, item);
}

std::optional<GlobalEntryKey> GlobalEntryKeyOf(const TableSchema& table, const IndexSchema& index,
                                               const PartitionHash& hash, AttributeMapView item) {
  if (!HasIndexKey(index, item)) return std::nullopt;
  GlobalEntryKey key;
  for (const KeyAttribute& attribute : index.key.hash) {
    const std::string_view bytes = KeyBytes(*item.Find(attribute.name));
    if (&attribute == &index.key.hash.back()) {
      key.partition += bytes;
    } else {
      AppendKeyPart(bytes, &key.partition);
    }
  }
  for (const KeyAttribute& attribute : index.key.range) {
    AppendKeyPart(KeyBytes(*item.Find(attribute.name)), &key.sort);
  }
  const TableKey table_key = KeyOfStored(table, item);
  AppendKeyPart(table_key.partition, &key.sort);
  key.sort += table_key.sort;
  key.hash = hash(key.partition);
  return key;
}

std::optional<std::string> LocalEntryKeyOf(const TableSchema& table, const IndexSchema& index, AttributeMapView item) {
  if (!HasRangeKey(index, item)) return std::nullopt;
  std::string key;
  AppendKeyPart(KeyBytes(*item.Find(index.key.range.front().name)), &key);
  key += KeyOfStored(table, item).sort;
  return key;
}

bool Projects(const TableSchema& table, const IndexSchema& index, std::string_view attribute) {
  return index.projection == ProjectionType::kAll || table.key.Find(attribute) != nullptr ||
         index.key.Find(attribute) != nullptr ||
         std::binary_search(index.non_key_attributes.begin(), index.non_key_attributes.end(), attribute);
}

AttributeMap ProjectEntry(const TableSchema& table, const IndexSchema& index, AttributeMapView item) {
  if (index.projection == ProjectionType::kAll) return AttributeMap(item);
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, value] : item) {
    if (!Projects(table, index, name)) continue;
    builder.Name(name);
    builder.Value(value);
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

size_t EntrySizeBytes(const TableSchema& table, const IndexSchema& index, AttributeMapView item) {
  size_t size = 0;
  for (const auto& [name, value] : item) {
    if (Projects(table, index, name)) size += name.size() + value.size_bytes();
  }
  return size;
}

bool IsTooLargeForLocalIndexes(const TableSchema& table, AttributeMapView item) {
  if (table.local_indexes.empty()) return false;
  size_t size = item.size_bytes();
  // No entry is larger than the item.
  if (size * (1 + table.local_indexes.size()) <= limits::kItemBytesMax) return false;
  for (const IndexSchema& index : table.local_indexes) {
    if (HasIndexKey(index, item)) size += EntrySizeBytes(table, index, item);
  }
  return size > limits::kItemBytesMax;
}

bool SameEntry(const TableSchema& table, const IndexSchema& index, AttributeMapView a, AttributeMapView b) {
  return index.projection == ProjectionType::kAll ? a == b
                                                  : ProjectEntry(table, index, a) == ProjectEntry(table, index, b);
}

}  // namespace holdfast
