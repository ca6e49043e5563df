// The throughput that an account may provision over all its tables in a region.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
#pragma once

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {

// An error if `requested` additional units would exceed the quota. Units of pending changes do not count.
Status CheckAccountQuota(const DatabaseState& database, const ThroughputUnits& requested);

}  // namespace holdfast
