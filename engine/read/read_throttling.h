// Charges the units of reads, after they were executed, to the throughput limits of their database. If the units of a
// read are refused, its result must be discarded.
//
// In all functions, `throughput` is null if there are no limits: then nothing is refused. Errors:
// ProvisionedThroughputExceededException and ThrottlingException.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/read/read_path.h"
#include "engine/tables/throughput_limits.h"

namespace holdfast {

Status ChargeUnits(ThroughputLimits* throughput, const ItemRead& read, const FoundItem& found);
// Charges the units of all items of a transaction, or none. Error: TransactionCanceledException, with the errors above
// as reasons.
Status ChargeUnitsOfTransaction(ThroughputLimits* throughput, const ItemReadPlan& plan,
                                const std::vector<FoundItem>& found);
// Charges the units of a page of Query or Scan.
Status ChargeUnits(ThroughputLimits* throughput, const PageReadPlan& plan, const Page& page);

}  // namespace holdfast
