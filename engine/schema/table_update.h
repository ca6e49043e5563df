// The changes of a table as an UpdateTable request describes them, before any rule has been checked. Absent members are
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
  // The member Delete; `delete` is a keyword of C++.
  std::optional<DeleteGlobalSecondaryIndexAction> remove;

  bool changes_index_list() const { return create.has_value() || remove.has_value(); }
};

// The members of CreateReplicationGroupMemberAction; those for Update and Delete are a subset.
struct ReplicationGroupMemberAction {
  std::optional<std::string> region_name;
  std::optional<std::string> kms_master_key_id;
  // The name of a member that overrides a setting in the replica's Region, such as `TableClassOverride`, if the action
  // has one. Overrides are not supported; the error names the member.
  std::optional<std::string> override_member;
};

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ReplicationGroupUpdate.html
struct ReplicationGroupUpdate {
  std::optional<ReplicationGroupMemberAction> create;
  std::optional<ReplicationGroupMemberAction> update;
  // The member Delete.
  std::optional<ReplicationGroupMemberAction> remove;
};

// Members about other Regions. A bool tells whether the member is present.
struct OtherRegionUpdates {
  std::optional<std::vector<ReplicationGroupUpdate>> replica_updates;
  std::optional<std::string> multi_region_consistency;
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
  // Whether VectorIndexUpdates is present.
  bool changes_vector_indexes = false;

  // The entries of GlobalSecondaryIndexUpdates; empty if it is absent.
  const std::vector<GlobalSecondaryIndexUpdate>& index_updates() const {
    static const std::vector<GlobalSecondaryIndexUpdate> kNone;
    return global_secondary_index_updates ? *global_secondary_index_updates : kNone;
  }
};

}  // namespace holdfast
