// Gives the items that a table had before a global index was added their entries in it, while writers go on.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html
#pragma once

#include "engine/tables/table.h"

namespace holdfast {

// `index` must have been added to `table` before (Table::AddGlobalIndex): what is written from then on has
// its entry by the write itself. Afterwards every item that can have an entry has one. Items that lack the
// index's key, or whose value for it is of another type, empty or too long, have none.
//
// Latches one item at a time, in the order of engine/storage/partition_locks.h; the caller must hold none of
// those.
void BackfillIndex(Table& table, GlobalIndex& index);

}  // namespace holdfast
