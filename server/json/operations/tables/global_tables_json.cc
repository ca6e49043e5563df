// The operations on global tables of version 2017.11.29 and on the auto scaling of replicas. The server has neither:
// ListGlobalTables returns an empty list, and the other operations always fail, so they have no response to encode.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {
namespace {

// The operations here check the types of all members, although they use few of their values.
struct Unused {};
using CheckMembers = void (*)(StructureReader& reader);

void CheckStructure(StructureReader& reader, std::string_view member, std::string_view shape, CheckMembers check) {
  std::optional<Unused> unused;
  reader.Structure(member, shape, &unused, [check](StructureReader& inner, Unused&) { check(inner); });
}

// Returns whether the member is present.
bool CheckStructures(StructureReader& reader, std::string_view member, std::string_view shape, CheckMembers check) {
  std::optional<std::vector<Unused>> unused;
  reader.StructureList(member, shape, &unused, [check](StructureReader& inner, Unused&) { check(inner); });
  return unused.has_value();
}

void CheckString(StructureReader& reader, std::string_view member) {
  std::optional<std::string> unused;
  reader.String(member, &unused);
}

void CheckBoolean(StructureReader& reader, std::string_view member) {
  std::optional<bool> unused;
  reader.Boolean(member, &unused);
}

void CheckInteger(StructureReader& reader, std::string_view member) {
  std::optional<int32_t> unused;
  reader.Integer(member, &unused);
}

void CheckLong(StructureReader& reader, std::string_view member) {
  std::optional<int64_t> unused;
  reader.Long(member, &unused);
}

void CheckDouble(StructureReader& reader, std::string_view member) {
  const rapidjson::Value* const value = reader.Find(member);
  if (value != nullptr && !value->IsNumber()) reader.Fail(NotANumber(*value, "Double"));
}

void CheckReplica(StructureReader& reader) { CheckString(reader, "RegionName"); }

void CheckReplicaUpdate(StructureReader& reader) {
  CheckStructure(reader, "Create", "CreateReplicaAction", CheckReplica);
  CheckStructure(reader, "Delete", "DeleteReplicaAction", CheckReplica);
}

void CheckTargetTracking(StructureReader& reader) {
  CheckBoolean(reader, "DisableScaleIn");
  CheckInteger(reader, "ScaleInCooldown");
  CheckInteger(reader, "ScaleOutCooldown");
  CheckDouble(reader, "TargetValue");
}

void CheckScalingPolicy(StructureReader& reader) {
  CheckStructure(reader, "TargetTrackingScalingPolicyConfiguration",
                 "AutoScalingTargetTrackingScalingPolicyConfigurationUpdate", CheckTargetTracking);
  CheckString(reader, "PolicyName");
}

void CheckAutoScaling(StructureReader& reader) {
  CheckStructure(reader, "ScalingPolicyUpdate", "AutoScalingPolicyUpdate", CheckScalingPolicy);
  CheckLong(reader, "MinimumUnits");
  CheckLong(reader, "MaximumUnits");
  CheckBoolean(reader, "AutoScalingDisabled");
  CheckString(reader, "AutoScalingRoleArn");
}

void CheckAutoScalingMember(StructureReader& reader, std::string_view member) {
  CheckStructure(reader, member, "AutoScalingSettingsUpdate", CheckAutoScaling);
}

void CheckIndexWriteSettings(StructureReader& reader) {
  CheckAutoScalingMember(reader, "ProvisionedWriteCapacityAutoScalingSettingsUpdate");
  CheckString(reader, "IndexName");
  CheckLong(reader, "ProvisionedWriteCapacityUnits");
}

void CheckIndexReadSettings(StructureReader& reader) {
  CheckAutoScalingMember(reader, "ProvisionedReadCapacityAutoScalingSettingsUpdate");
  CheckString(reader, "IndexName");
  CheckLong(reader, "ProvisionedReadCapacityUnits");
}

void CheckReplicaSettings(StructureReader& reader) {
  CheckAutoScalingMember(reader, "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate");
  CheckStructures(reader, "ReplicaGlobalSecondaryIndexSettingsUpdate", "ReplicaGlobalSecondaryIndexSettingsUpdate",
                  CheckIndexReadSettings);
  CheckString(reader, "RegionName");
  CheckLong(reader, "ReplicaProvisionedReadCapacityUnits");
  CheckString(reader, "ReplicaTableClass");
}

void CheckIndexWriteScaling(StructureReader& reader) {
  CheckAutoScalingMember(reader, "ProvisionedWriteCapacityAutoScalingUpdate");
  CheckString(reader, "IndexName");
}

void CheckIndexReadScaling(StructureReader& reader) {
  CheckAutoScalingMember(reader, "ProvisionedReadCapacityAutoScalingUpdate");
  CheckString(reader, "IndexName");
}

void CheckReplicaScaling(StructureReader& reader) {
  CheckStructures(reader, "ReplicaGlobalSecondaryIndexUpdates", "ReplicaGlobalSecondaryIndexAutoScalingUpdate",
                  CheckIndexReadScaling);
  CheckAutoScalingMember(reader, "ReplicaProvisionedReadCapacityAutoScalingUpdate");
  CheckString(reader, "RegionName");
}

}  // namespace

Decoded<ListGlobalTablesRequest> DecodeListGlobalTables(const rapidjson::Value& body) {
  return DecodeStructure<ListGlobalTablesRequest>(body, [](StructureReader& reader, ListGlobalTablesRequest& request) {
    reader.String("ExclusiveStartGlobalTableName", &request.exclusive_start_global_table_name);
    reader.Integer("Limit", &request.limit);
    std::optional<std::string> ignored;
    reader.String("RegionName", &ignored);
  });
}

void EncodeListGlobalTables(const ListGlobalTablesResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("GlobalTables");
  writer.EndArray();
  writer.EndObject();
}

Decoded<DescribeGlobalTableRequest> DecodeDescribeGlobalTable(const rapidjson::Value& body) {
  return DecodeStructure<DescribeGlobalTableRequest>(body, [](StructureReader& reader, auto& request) {
    reader.String("GlobalTableName", &request.global_table_name);
  });
}

Decoded<CreateGlobalTableRequest> DecodeCreateGlobalTable(const rapidjson::Value& body) {
  return DecodeStructure<CreateGlobalTableRequest>(
      body, [](StructureReader& reader, CreateGlobalTableRequest& request) {
        request.replication_group = CheckStructures(reader, "ReplicationGroup", "Replica", CheckReplica);
        reader.String("GlobalTableName", &request.global_table_name);
      });
}

Decoded<UpdateGlobalTableRequest> DecodeUpdateGlobalTable(const rapidjson::Value& body) {
  return DecodeStructure<UpdateGlobalTableRequest>(
      body, [](StructureReader& reader, UpdateGlobalTableRequest& request) {
        request.replica_updates = CheckStructures(reader, "ReplicaUpdates", "ReplicaUpdate", CheckReplicaUpdate);
        reader.String("GlobalTableName", &request.global_table_name);
      });
}

Decoded<DescribeGlobalTableSettingsRequest> DecodeDescribeGlobalTableSettings(const rapidjson::Value& body) {
  return DecodeStructure<DescribeGlobalTableSettingsRequest>(
      body, [](StructureReader& reader, DescribeGlobalTableSettingsRequest& request) {
        reader.String("GlobalTableName", &request.global_table_name);
      });
}

Decoded<UpdateGlobalTableSettingsRequest> DecodeUpdateGlobalTableSettings(const rapidjson::Value& body) {
  return DecodeStructure<UpdateGlobalTableSettingsRequest>(
      body, [](StructureReader& reader, UpdateGlobalTableSettingsRequest& request) {
        CheckAutoScalingMember(reader, "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate");
        CheckStructures(reader, "GlobalTableGlobalSecondaryIndexSettingsUpdate",
                        "GlobalTableGlobalSecondaryIndexSettingsUpdate", CheckIndexWriteSettings);
        CheckStructures(reader, "ReplicaSettingsUpdate", "ReplicaSettingsUpdate", CheckReplicaSettings);
        reader.String("GlobalTableName", &request.global_table_name);
        CheckString(reader, "GlobalTableBillingMode");
        CheckLong(reader, "GlobalTableProvisionedWriteCapacityUnits");
      });
}

Decoded<DescribeTableReplicaAutoScalingRequest> DecodeDescribeTableReplicaAutoScaling(const rapidjson::Value& body) {
  return DecodeStructure<DescribeTableReplicaAutoScalingRequest>(
      body, [](StructureReader& reader, DescribeTableReplicaAutoScalingRequest& request) {
        reader.String("TableName", &request.table_name);
      });
}

Decoded<UpdateTableReplicaAutoScalingRequest> DecodeUpdateTableReplicaAutoScaling(const rapidjson::Value& body) {
  return DecodeStructure<UpdateTableReplicaAutoScalingRequest>(
      body, [](StructureReader& reader, UpdateTableReplicaAutoScalingRequest& request) {
        CheckStructures(reader, "GlobalSecondaryIndexUpdates", "GlobalSecondaryIndexAutoScalingUpdate",
                        CheckIndexWriteScaling);
        CheckAutoScalingMember(reader, "ProvisionedWriteCapacityAutoScalingUpdate");
        CheckStructures(reader, "ReplicaUpdates", "ReplicaAutoScalingUpdate", CheckReplicaScaling);
        reader.String("TableName", &request.table_name);
      });
}

}  // namespace holdfast::server
