// Capacity units of reads, derived from a plan and its results, and the ConsumedCapacity members of responses.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <vector>

#include "engine/read/read_path.h"
#include "engine/tables/consumed_capacity.h"

namespace holdfast {

// The read units of one item.
double ReadUnitsOf(const ItemRead& read, const FoundItem& found);
// Reports `units` of the table itself. In all overloads, `by_index` says whether ReturnConsumedCapacity is INDEXES.
ConsumedCapacity CapacityOf(const Table& table, double units, bool by_index);
// For TransactGetItems, which costs twice as much as consistent reads: one entry for each table.
std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const std::vector<FoundItem>& found, bool by_index);
// For a page of Query or Scan.
ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index);

}  // namespace holdfast
