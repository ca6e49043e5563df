// Gives the items that a table had before an index was added their entries in it, some at a time, while writers go on.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html
#pragma once

#include <cstddef>

#include "engine/storage/item_walk.h"
#include "engine/tables/table.h"

namespace holdfast {

// `index` must have been added to `table` before the walk began (Table::AddGlobalIndex): what is written from then on
// has its entry by the write itself. Looks at the next `count_max` items and moves `position`; when that is done every
// item that can have an entry has one. Items that lack the index's key, or whose value for it is of another type, empty
// or too long, have none.
//
// Latches one item at a time, in the order of engine/storage/partition_locks.h; the caller must hold none of
// those.
void BackfillIndex(Table& table, GlobalIndex& index, size_t count_max, WalkPosition& position);

// The same for the table's order of expiry with that serial number (Table::AddExpiryOrder). If the table has another or
// none by now, the position is done.
void BackfillExpiryOrder(Table& table, uint64_t serial, size_t count_max, WalkPosition& position);

}  // namespace holdfast
