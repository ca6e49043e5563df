// The members by which RestoreTableFromBackup and RestoreTableToPointInTime give the restored table other properties
// than its source had.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableFromBackup.html
#pragma once

#include <optional>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

struct TableOverrides {
  EnumField<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  // The indexes to restore, global and local; each must be one of the source's. Absent: all. A global index may have
  // another throughput.
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_indexes;
  std::optional<SseSpecification> sse_specification;
};

}  // namespace holdfast
