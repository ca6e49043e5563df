// The operations on global tables of version 2017.11.29 and on the auto scaling of replicas. The server has neither:
// ListGlobalTables returns an empty list, and the other operations always fail, so they have no response to encode.
#include <optional>
#include <string>

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

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
        request.replication_group = reader.FindList("ReplicationGroup") != nullptr;
        reader.String("GlobalTableName", &request.global_table_name);
      });
}

Decoded<UpdateGlobalTableRequest> DecodeUpdateGlobalTable(const rapidjson::Value& body) {
  return DecodeStructure<UpdateGlobalTableRequest>(
      body, [](StructureReader& reader, UpdateGlobalTableRequest& request) {
        request.replica_updates = reader.FindList("ReplicaUpdates") != nullptr;
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
        reader.String("GlobalTableName", &request.global_table_name);
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
        reader.String("TableName", &request.table_name);
      });
}

}  // namespace holdfast::server
