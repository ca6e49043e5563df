#include "server/json/json_reader.h"
#include "server/json/members/resource_policy_json.h"
#include "server/json/members/table_definition_json.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {
namespace {

void ReadCloudOnlyMembers(StructureReader& reader, CloudOnlyMembers& members) {
  members.vector_indexes = reader.FindList("VectorIndexes") != nullptr;
  std::optional<std::string> text;
  reader.String("GlobalTableSourceArn", &text);
  members.global_table_source_arn = text.has_value();
  text.reset();
  reader.String("GlobalTableSettingsReplicationMode", &text);
  members.global_table_settings_replication_mode = text.has_value();
}

}  // namespace

Decoded<CreateTableRequest> DecodeCreateTable(const rapidjson::Value& body) {
  return DecodeStructure<CreateTableRequest>(body, [](StructureReader& reader, CreateTableRequest& request) {
    reader.StructureList("AttributeDefinitions", "AttributeDefinition", &request.attribute_definitions,
                         ReadAttributeDefinition);
    reader.StructureList("KeySchema", "KeySchemaElement", &request.key_schema, ReadKeySchemaElement);
    reader.StructureList("LocalSecondaryIndexes", "LocalSecondaryIndex", &request.local_secondary_indexes,
                         ReadLocalSecondaryIndex);
    reader.StructureList("GlobalSecondaryIndexes", "GlobalSecondaryIndex", &request.global_secondary_indexes,
                         ReadGlobalSecondaryIndex);
    reader.Structure("ProvisionedThroughput", "ProvisionedThroughput", &request.provisioned_throughput,
                     ReadProvisionedThroughput);
    reader.Structure("StreamSpecification", "StreamSpecification", &request.stream_specification,
                     ReadStreamSpecification);
    reader.Structure("SSESpecification", "SSESpecification", &request.sse_specification, ReadSseSpecification);
    reader.StructureList("Tags", "Tag", &request.tags, ReadTag);
    reader.Structure("OnDemandThroughput", "OnDemandThroughput", &request.on_demand_throughput, ReadOnDemandThroughput);
    reader.Structure("WarmThroughput", "WarmThroughput", &request.warm_throughput, ReadWarmThroughput);
    reader.String("TableName", &request.table_name);
    reader.Enum("BillingMode", &request.billing_mode);
    reader.String("ResourcePolicy", &request.resource_policy);
    if (request.resource_policy) request.resource_policy_is_json_object = IsPolicyJson(*request.resource_policy);
    reader.Enum("TableClass", &request.table_class);
    reader.Boolean("DeletionProtectionEnabled", &request.deletion_protection_enabled);
    ReadCloudOnlyMembers(reader, request.cloud_only);
  });
}

void EncodeCreateTable(const CreateTableResponse& response, std::string* body) {
  AppendTableDescription("TableDescription", response.table_description, body);
}

}  // namespace holdfast::server
