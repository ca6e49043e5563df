// Capacity units of reads, derived from a plan and what was read, and what responses show of them.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <vector>

#include "engine/read/read_path.h"
#include "engine/tables/consumed_capacity.h"

namespace holdfast {

// One entry for each of the plan's KeyReads; for a transaction, one for each table. `by_index`: INDEXES was asked for.
std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const ItemsRead& read, bool by_index);
ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index);

}  // namespace holdfast
