// The key of an item's entry in an index, and the attributes that the index projects.
//
// An entry of either kind of index is a reference to the base item; attributes that the index does not project are left
// out when the entry is read. A composite (engine/values/key_bytes.h) joins several keys in one text that sorts as they
// do. A global index has a map of partitions of its own:
//
//   partition   the hash attribute's key bytes; a composite of them if there are several
//   sort        a composite of each range attribute, the table's partition key and the table's sort key
//
// A local index is an order within the table's own partition:
//
//   sort        a composite of the range attribute and the table's sort key
//
// The table's key at the end makes every entry's key unique, and gives entries with equal index keys a fixed order for
// paging. An item is in an index only if it has every key attribute of it ("sparse" indexes).
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general-sparse-indexes.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/schema/key_rules.h"
#include "engine/schema/table_schema.h"
#include "engine/storage/partition_hash.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

struct GlobalEntryKey {
  uint64_t hash = 0;
  std::string partition;
  std::string sort;

  friend bool operator==(const GlobalEntryKey&, const GlobalEntryKey&) = default;
};

// Whether `item` has every key attribute of the index, each of the declared type, not empty and not longer than a key
// may be. (Items with a key attribute that violates this predate the index, or were written while it was being
// created.)
bool HasIndexKey(const IndexSchema& index, AttributeMapView item);

// Nothing if the item is not in the index. `hash`: the hash function of the index's partitions.
std::optional<GlobalEntryKey> GlobalEntryKeyOf(const TableSchema& table, const IndexSchema& index,
                                               const PartitionHash& hash, AttributeMapView item);
std::optional<std::string> LocalEntryKeyOf(const TableSchema& table, const IndexSchema& index, AttributeMapView item);

// Whether the index projects `attribute`: it always projects the key attributes of the index and of the table.
bool Projects(const TableSchema& table, const IndexSchema& index, std::string_view attribute);
// The attributes of `item` that the index projects.
AttributeMap ProjectEntry(const TableSchema& table, const IndexSchema& index, AttributeMapView item);
// The size of the attributes of `item` that the index projects.
size_t EntrySizeBytes(const TableSchema& table, const IndexSchema& index, AttributeMapView item);
// Whether the item and its entries in the local indexes have more than 400 KB together. False without local indexes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-items
bool IsTooLargeForLocalIndexes(const TableSchema& table, AttributeMapView item);
// Whether the attributes that the index projects are equal in two versions of an item.
bool SameEntry(const TableSchema& table, const IndexSchema& index, AttributeMapView a, AttributeMapView b);

}  // namespace holdfast
