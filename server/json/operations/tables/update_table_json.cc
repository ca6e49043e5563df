#include "server/json/json_reader.h"
#include "server/json/members/table_definition_json.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {
namespace {

void ReadIndexUpdateAction(StructureReader& reader, UpdateGlobalSecondaryIndexAction& action) {
  reader.Structure("ProvisionedThroughput", "ProvisionedThroughput", &action.provisioned_throughput,
                   ReadProvisionedThroughput);
  reader.Structure("OnDemandThroughput", "OnDemandThroughput", &action.on_demand_throughput, ReadOnDemandThroughput);
  reader.Structure("WarmThroughput", "WarmThroughput", &action.warm_throughput, ReadWarmThroughput);
  reader.String("IndexName", &action.index_name);
}

void ReadIndexDeletionAction(StructureReader& reader, DeleteGlobalSecondaryIndexAction& action) {
  reader.String("IndexName", &action.index_name);
}

void ReadIndexUpdate(StructureReader& reader, GlobalSecondaryIndexUpdate& update) {
  reader.Structure("Update", "UpdateGlobalSecondaryIndexAction", &update.update, ReadIndexUpdateAction);
  reader.Structure("Create", "CreateGlobalSecondaryIndexAction", &update.create, ReadGlobalSecondaryIndex);
  reader.Structure("Delete", "DeleteGlobalSecondaryIndexAction", &update.remove, ReadIndexDeletionAction);
}

void ReadReplicaAction(StructureReader& reader, ReplicationGroupMemberAction& action) {
  const auto note = [&action](std::string_view member, bool present) {
    if (present && !action.override_member) action.override_member = member;
  };
  note("GlobalSecondaryIndexes", reader.FindList("GlobalSecondaryIndexes") != nullptr);
  std::optional<ProvisionedThroughput> provisioned;
  reader.Structure("ProvisionedThroughputOverride", "ProvisionedThroughputOverride", &provisioned,
                   ReadProvisionedThroughput);
  note("ProvisionedThroughputOverride", provisioned.has_value());
  std::optional<OnDemandThroughput> on_demand;
  reader.Structure("OnDemandThroughputOverride", "OnDemandThroughputOverride", &on_demand, ReadOnDemandThroughput);
  note("OnDemandThroughputOverride", on_demand.has_value());
  std::optional<std::string> table_class;
  reader.String("TableClassOverride", &table_class);
  note("TableClassOverride", table_class.has_value());
  reader.String("RegionName", &action.region_name);
  reader.String("KMSMasterKeyId", &action.kms_master_key_id);
}

void ReadReplicaUpdate(StructureReader& reader, ReplicationGroupUpdate& update) {
  reader.Structure("Create", "CreateReplicationGroupMemberAction", &update.create, ReadReplicaAction);
  reader.Structure("Update", "UpdateReplicationGroupMemberAction", &update.update, ReadReplicaAction);
  reader.Structure("Delete", "DeleteReplicationGroupMemberAction", &update.remove, ReadReplicaAction);
}

void ReadOtherRegions(StructureReader& reader, OtherRegionUpdates& other_regions) {
  reader.StructureList("ReplicaUpdates", "ReplicationGroupUpdate", &other_regions.replica_updates, ReadReplicaUpdate);
  other_regions.global_table_witness_updates = reader.FindList("GlobalTableWitnessUpdates") != nullptr;
  reader.String("MultiRegionConsistency", &other_regions.multi_region_consistency);
  std::optional<std::string> text;
  reader.String("GlobalTableSettingsReplicationMode", &text);
  other_regions.global_table_settings_replication_mode = text.has_value();
}

}  // namespace

Decoded<UpdateTableRequest> DecodeUpdateTable(const rapidjson::Value& body) {
  return DecodeStructure<UpdateTableRequest>(body, [](StructureReader& reader, UpdateTableRequest& request) {
    reader.StructureList("AttributeDefinitions", "AttributeDefinition", &request.attribute_definitions,
                         ReadAttributeDefinition);
    reader.StructureList("GlobalSecondaryIndexUpdates", "GlobalSecondaryIndexUpdate",
                         &request.global_secondary_index_updates, ReadIndexUpdate);
    request.changes_vector_indexes = reader.FindList("VectorIndexUpdates") != nullptr;
    ReadOtherRegions(reader, request.other_regions);
    reader.Structure("ProvisionedThroughput", "ProvisionedThroughput", &request.provisioned_throughput,
                     ReadProvisionedThroughput);
    reader.Structure("StreamSpecification", "StreamSpecification", &request.stream_specification,
                     ReadStreamSpecification);
    reader.Structure("SSESpecification", "SSESpecification", &request.sse_specification, ReadSseSpecification);
    reader.Structure("OnDemandThroughput", "OnDemandThroughput", &request.on_demand_throughput, ReadOnDemandThroughput);
    reader.Structure("WarmThroughput", "WarmThroughput", &request.warm_throughput, ReadWarmThroughput);
    reader.String("TableName", &request.table_name);
    reader.Enum("BillingMode", &request.billing_mode);
    reader.Enum("TableClass", &request.table_class);
    reader.Boolean("DeletionProtectionEnabled", &request.deletion_protection_enabled);
  });
}

void EncodeUpdateTable(const UpdateTableResponse& response, std::string* body) {
  AppendTableDescription("TableDescription", response.table_description, body);
}

}  // namespace holdfast::server
