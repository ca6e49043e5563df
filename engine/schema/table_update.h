// Changes of a table as UpdateTable's caller writes them down, before any rule has been applied. Absent members are
// absent here too, because DynamoDB's messages distinguish an absent member from an empty one.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

struct UpdateGlobalSecondaryIndexAction {
  std::optional<std::string> index_name;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
};

struct DeleteGlobalSecondaryIndexAction {
  std::optional<std::string> index_name;
};

struct GlobalSecondaryIndexUpdate {
  std::optional<UpdateGlobalSecondaryIndexAction> update;
  std::optional<GlobalSecondaryIndex> create;
  // Delete, which is a word of C++.
  std::optional<DeleteGlobalSecondaryIndexAction> remove;

  bool changes_index_list() const { return create.has_value() || remove.has_value(); }
};

// Members about other regions, of which only their presence counts.
struct OtherRegionUpdates {
  // How many entries ReplicaUpdates has.
  std::optional<size_t> replica_updates;
  bool multi_region_consistency = false;
  bool global_table_witness_updates = false;
  bool global_table_settings_replication_mode = false;
};

struct TableUpdate {
  std::optional<std::string> table_name;
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  EnumField<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<std::vector<GlobalSecondaryIndexUpdate>> global_secondary_index_updates;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SseSpecification> sse_specification;
  EnumField<TableClass> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
  OtherRegionUpdates other_regions;
  // VectorIndexUpdates is there.
  bool changes_vector_indexes = false;

  // The entries, or none.
  const std::vector<GlobalSecondaryIndexUpdate>& index_updates() const {
    static const std::vector<GlobalSecondaryIndexUpdate> kNone;
    return global_secondary_index_updates ? *global_secondary_index_updates : kNone;
  }
};

}  // namespace holdfast
