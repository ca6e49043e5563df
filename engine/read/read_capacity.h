// Capacity units of reads, derived from a plan and what was read, and what responses show of them.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <vector>

#include "engine/read/read_path.h"
#include "engine/tables/consumed_capacity.h"

namespace holdfast {

// Of one item, and what is reported of it or of several. `by_index`: INDEXES was asked for.
double ReadUnitsOf(const ItemRead& read, const FoundItem& found);
ConsumedCapacity CapacityOf(const Table& table, double units, bool by_index);
// Of a transaction: one entry for each table.
std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const std::vector<FoundItem>& found, bool by_index);
ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index);

}  // namespace holdfast
