#include "server/json/members/table_overrides_json.h"

#include "server/json/members/table_definition_json.h"

namespace holdfast::server {

void ReadTableOverrides(StructureReader& reader, TableOverrides* overrides) {
  reader.StructureList("GlobalSecondaryIndexOverride", "GlobalSecondaryIndex", &overrides->global_secondary_indexes,
                       ReadGlobalSecondaryIndex);
  reader.StructureList("LocalSecondaryIndexOverride", "LocalSecondaryIndex", &overrides->local_secondary_indexes,
                       ReadLocalSecondaryIndex);
  reader.Structure("ProvisionedThroughputOverride", "ProvisionedThroughput", &overrides->provisioned_throughput,
                   ReadProvisionedThroughput);
  reader.Structure("OnDemandThroughputOverride", "OnDemandThroughput", &overrides->on_demand_throughput,
                   ReadOnDemandThroughput);
  reader.Structure("SSESpecificationOverride", "SSESpecification", &overrides->sse_specification, ReadSseSpecification);
}

}  // namespace holdfast::server
