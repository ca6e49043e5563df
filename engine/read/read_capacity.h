// Capacity units of reads, derived from a plan and what was read, and what responses show of them.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <vector>

#include "engine/read/read_path.h"
#include "engine/tables/consumed_capacity.h"

namespace holdfast {

// The read units of one item.
double ReadUnitsOf(const ItemRead& read, const FoundItem& found);
// `units` of the table itself, as responses report them. Here and below, `by_index`: ReturnConsumedCapacity is INDEXES.
ConsumedCapacity CapacityOf(const Table& table, double units, bool by_index);
// What TransactGetItems reports, which costs twice what single reads do: one entry for each table.
std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const std::vector<FoundItem>& found, bool by_index);
// What Query and Scan report of a page.
ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index);

}  // namespace holdfast
