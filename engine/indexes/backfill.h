// Adds index entries for the items that a table had before the index was added, a bounded number per call, while
// writers go on. Also copies items into a table that is being restored.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html
#pragma once

#include <cstddef>

#include "engine/storage/item_walk.h"
#include "engine/tables/table.h"

namespace holdfast {

// `index` must belong to `table` before the walk begins (since its creation, or by Table::AddGlobalIndex): every later
// write maintains the entry of its item itself. Examines the next `count_max` items and moves `position`; when
// `position.done` is set, every item that can have an entry has one. Items that lack a key attribute of the index, or
// whose value of it is of another type, empty or too long, have no entry.
//
// Takes the items one by one; for each it latches the item's shard and that of its entry, in the order of
// engine/storage/partition_locks.h; the caller must hold none of the latches that are named there.
void BackfillIndex(Table& table, GlobalIndex& index, size_t count_max, WalkPosition& position);

// The same for the table's expiry order with the serial number `serial` (Table::AddExpiryOrder). If the table now has
// another expiry order or none, `position.done` is set.
void BackfillExpiryOrder(Table& table, uint64_t serial, size_t count_max, WalkPosition& position);

// Copies the next `count_max` items of `source` to `table`, and adds their entries in the local indexes of `table`.
// `source` must have the hash function of `table`, and `table` must not accept requests yet. Copying an item again
// changes nothing.
void CopyItems(Table& table, const PartitionMap& source, size_t count_max, WalkPosition& position);

}  // namespace holdfast
