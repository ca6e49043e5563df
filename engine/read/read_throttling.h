// Takes the units of reads that were executed from the throughput limits of their database. A read whose units are
// refused was in vain: its result must be discarded.
//
// In all functions, `throughput` is null if there are no limits: then nothing is refused. Errors:
// ProvisionedThroughputExceededException and ThrottlingException.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/read/read_path.h"
#include "engine/tables/throughput_limits.h"

namespace holdfast {

Status TakeUnits(ThroughputLimits* throughput, const ItemRead& read, const FoundItem& found);
// Of a transaction: all items or none. Error: TransactionCanceledException, with the errors above as reasons.
Status TakeUnitsOfTransaction(ThroughputLimits* throughput, const ItemReadPlan& plan,
                              const std::vector<FoundItem>& found);
// Of a page of Query or Scan.
Status TakeUnits(ThroughputLimits* throughput, const PageReadPlan& plan, const Page& page);

}  // namespace holdfast
