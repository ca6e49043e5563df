// DescribeLimits: the capacity quotas of an account in a region. Always the service's defaults.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeLimits.html
#pragma once

#include <cstdint>

#include "engine/base/limits.h"
#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeLimitsRequest {};

struct DescribeLimitsResponse {
  int64_t account_max_read_capacity_units = limits::kAccountCapacityUnitsMax;
  int64_t account_max_write_capacity_units = limits::kAccountCapacityUnitsMax;
  int64_t table_max_read_capacity_units = limits::kTableCapacityUnitsMax;
  int64_t table_max_write_capacity_units = limits::kTableCapacityUnitsMax;
};

Result<DescribeLimitsResponse> DescribeLimits(DatabaseState& database, const DescribeLimitsRequest& request);

}  // namespace holdfast
