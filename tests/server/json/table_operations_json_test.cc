// The JSON of CreateTable, DescribeTable, DeleteTable, ListTables, DescribeLimits and DescribeEndpoints.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "server/json/operations/tables/tables_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

TEST(CreateTableJson, ReadsEveryMember) {
  const Decoded<CreateTableRequest> request = DecodeCreateTable(Parsed(R"({
    "TableName": "Slots",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "n", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "n", "KeyType": "RANGE"}],
    "LocalSecondaryIndexes": [{"IndexName": "local", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                               "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b"]}}],
    "GlobalSecondaryIndexes": [{"IndexName": "global", "KeySchema": [], "Projection": {},
                                "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 2},
                                "OnDemandThroughput": {"MaxReadRequestUnits": 3, "MaxWriteRequestUnits": 4},
                                "WarmThroughput": {"ReadUnitsPerSecond": 5, "WriteUnitsPerSecond": 6}}],
    "BillingMode": "PAY_PER_REQUEST",
    "ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 8.9},
    "StreamSpecification": {"StreamEnabled": "true", "StreamViewType": "KEYS_ONLY"},
    "SSESpecification": {"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "key"},
    "Tags": [{"Key": "k", "Value": "v"}],
    "TableClass": "STANDARD_INFREQUENT_ACCESS",
    "DeletionProtectionEnabled": true,
    "ResourcePolicy": "{}",
    "OnDemandThroughput": {"MaxReadRequestUnits": -1},
    "WarmThroughput": {"WriteUnitsPerSecond": 12000000000},
    "Unknown": {"is": "ignored"}
  })"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->table_name, "Slots");
  ASSERT_EQ(request->attribute_definitions->size(), 2u);
  EXPECT_EQ((*request->attribute_definitions)[1].attribute_name, "n");
  EXPECT_TRUE((*request->attribute_definitions)[1].attribute_type.is(ScalarAttributeType::kNumber));
  ASSERT_EQ(request->key_schema->size(), 2u);
  EXPECT_TRUE((*request->key_schema)[1].key_type.is(KeyType::kRange));
  const LocalSecondaryIndex& local = request->local_secondary_indexes->at(0);
  EXPECT_EQ(local.index_name, "local");
  EXPECT_EQ(local.key_schema->size(), 1u);
  EXPECT_TRUE(local.projection->projection_type.is(ProjectionType::kInclude));
  EXPECT_EQ(local.projection->non_key_attributes, (std::vector<std::string>{"a", "b"}));
  const GlobalSecondaryIndex& global = request->global_secondary_indexes->at(0);
  EXPECT_EQ(global.index_name, "global");
  EXPECT_TRUE(global.key_schema->empty());
  EXPECT_FALSE(global.projection->projection_type.present());
  EXPECT_EQ(global.provisioned_throughput->read_capacity_units, 1);
  EXPECT_EQ(global.provisioned_throughput->write_capacity_units, 2);
  EXPECT_EQ(global.on_demand_throughput->max_read_request_units, 3);
  EXPECT_EQ(global.on_demand_throughput->max_write_request_units, 4);
  EXPECT_EQ(global.warm_throughput->read_units_per_second, 5);
  EXPECT_EQ(global.warm_throughput->write_units_per_second, 6);
  EXPECT_TRUE(request->billing_mode.is(BillingMode::kPayPerRequest));
  EXPECT_EQ(request->provisioned_throughput->read_capacity_units, 7);
  EXPECT_EQ(request->provisioned_throughput->write_capacity_units, 8);
  EXPECT_EQ(request->stream_specification->stream_enabled, true);
  EXPECT_TRUE(request->stream_specification->stream_view_type.is(StreamViewType::kKeysOnly));
  EXPECT_EQ(request->sse_specification->enabled, true);
  EXPECT_TRUE(request->sse_specification->sse_type.is(SseType::kKms));
  EXPECT_EQ(request->sse_specification->kms_master_key_id, "key");
  EXPECT_EQ(request->tags->at(0).key, "k");
  EXPECT_EQ(request->tags->at(0).value, "v");
  EXPECT_TRUE(request->table_class.is(TableClass::kStandardInfrequentAccess));
  EXPECT_EQ(request->deletion_protection_enabled, true);
  EXPECT_EQ(request->resource_policy, "{}");
  EXPECT_EQ(request->on_demand_throughput->max_read_request_units, -1);
  EXPECT_EQ(request->on_demand_throughput->max_write_request_units, std::nullopt);
  EXPECT_EQ(request->warm_throughput->write_units_per_second, 12'000'000'000);
}

TEST(CreateTableJson, ReadsMembersThatOnlyDynamoDbSupports) {
  const CloudOnlyMembers members =
      DecodeCreateTable(Parsed(R"({"VectorIndexes": [{"IndexName": "v"}], "GlobalTableSourceArn": "arn",
                                    "GlobalTableSettingsReplicationMode": "ENABLED"})"))
          ->cloud_only;
  EXPECT_TRUE(members.vector_indexes);
  EXPECT_TRUE(members.global_table_source_arn);
  EXPECT_TRUE(members.global_table_settings_replication_mode);
  EXPECT_FALSE(DecodeCreateTable(Parsed("{}"))->cloud_only.vector_indexes);
}

TEST(CreateTableJson, AbsentAndNullMembersStayAbsent) {
  for (const char* json : {"{}", R"({"TableName":null,"KeySchema":null,"BillingMode":null,"Tags":null})"}) {
    const Decoded<CreateTableRequest> request = DecodeCreateTable(Parsed(json));
    ASSERT_TRUE(request.ok());
    EXPECT_FALSE(request->table_name.has_value());
    EXPECT_FALSE(request->key_schema.has_value());
    EXPECT_FALSE(request->billing_mode.present());
    EXPECT_FALSE(request->tags.has_value());
  }
}

TEST(CreateTableJson, UnknownNamesOfEnumsAreKeptForTheError) {
  const Decoded<CreateTableRequest> request = DecodeCreateTable(Parsed(R"({"BillingMode":"free"})"));
  ASSERT_TRUE(request.ok());
  EXPECT_FALSE(request->billing_mode.valid());
  EXPECT_EQ(request->billing_mode.text(), "free");
}

TEST(CreateTableJson, RefusesMembersOfAnotherType) {
  const std::string type = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.";
  const std::string not_expected = "Start of structure or map found where not expected";
  struct Case {
    std::string json;
    std::string message;
  };
  const std::vector<Case> cases = {
      {R"({"TableName":1})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"TableName":[]})", "Unrecognized collection type class java.lang.String"},
      {R"({"TableName":{}})", not_expected},
      {R"({"BillingMode":true})", "TRUE_VALUE cannot be converted to String"},
      {R"({"DeletionProtectionEnabled":"maybe"})", "Unexpected token received from parser"},
      {R"({"DeletionProtectionEnabled":1})", "NUMBER_VALUE cannot be converted to Boolean"},
      {R"({"AttributeDefinitions":"x"})", "Unexpected field type"},
      {R"({"AttributeDefinitions":{}})", not_expected},
      {R"({"AttributeDefinitions":["x"]})", "Unexpected value type in payload"},
      {R"({"AttributeDefinitions":[[]]})", type + "AttributeDefinition"},
      {R"({"AttributeDefinitions":[{"AttributeName":false}]})", "FALSE_VALUE cannot be converted to String"},
      {R"({"KeySchema":[[]]})", type + "KeySchemaElement"},
      {R"({"LocalSecondaryIndexes":[[]]})", type + "LocalSecondaryIndex"},
      {R"({"LocalSecondaryIndexes":[{"Projection":[]}]})", type + "Projection"},
      {R"({"LocalSecondaryIndexes":[{"Projection":"ALL"}]})", "Unexpected field type"},
      {R"({"LocalSecondaryIndexes":[{"Projection":{"NonKeyAttributes":[1]}}]})",
       "NUMBER_VALUE cannot be converted to String"},
      {R"({"GlobalSecondaryIndexes":[[]]})", type + "GlobalSecondaryIndex"},
      {R"({"GlobalSecondaryIndexes":[{"KeySchema":[[]]}]})", type + "KeySchemaElement"},
      {R"({"GlobalSecondaryIndexes":[{"ProvisionedThroughput":[]}]})", type + "ProvisionedThroughput"},
      {R"({"ProvisionedThroughput":{"ReadCapacityUnits":"1"}})", "STRING_VALUE cannot be converted to Long"},
      {R"({"ProvisionedThroughput":{"WriteCapacityUnits":[]}})", "Unrecognized collection type class java.lang.Long"},
      {R"({"Tags":[[]]})", type + "Tag"},
      {R"({"StreamSpecification":[]})", type + "StreamSpecification"},
      {R"({"SSESpecification":[]})", type + "SSESpecification"},
      {R"({"OnDemandThroughput":[]})", type + "OnDemandThroughput"},
      {R"({"WarmThroughput":[]})", type + "WarmThroughput"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.json);
    const Decoded<CreateTableRequest> request = DecodeCreateTable(Parsed(c.json));
    ASSERT_FALSE(request.ok());
    EXPECT_EQ(request.error().message, c.message);
  }
}

TEST(TableJson, ABodyThatIsNotAnObjectIsRefusedWithoutAMessage) {
  for (const char* json : {"[]", "null", "1", "\"x\""}) {
    SCOPED_TRACE(json);
    EXPECT_EQ(DecodeCreateTable(Parsed(json)).error().message, std::nullopt);
    EXPECT_EQ(DecodeListTables(Parsed(json)).error().message, std::nullopt);
    EXPECT_EQ(DecodeDescribeLimits(Parsed(json)).error().message, std::nullopt);
  }
}

TEST(TableJson, ReadsTheSmallRequests) {
  EXPECT_EQ(DecodeDescribeTable(Parsed(R"({"TableName":"Slots"})"))->table_name, "Slots");
  EXPECT_EQ(DecodeDeleteTable(Parsed(R"({"TableName":"Slots"})"))->table_name, "Slots");
  const Decoded<ListTablesRequest> list =
      DecodeListTables(Parsed(R"({"ExclusiveStartTableName":"Slots","Limit":7.5})"));
  EXPECT_EQ(list->exclusive_start_table_name, "Slots");
  EXPECT_EQ(list->limit, 7);
  EXPECT_EQ(DecodeListTables(Parsed(R"({"Limit":"7"})")).error().message,
            "STRING_VALUE cannot be converted to Integer");
  EXPECT_TRUE(DecodeDescribeLimits(Parsed("{}")).ok());
  EXPECT_EQ(DecodeDescribeEndpoints(Parsed("{}"))->host, "");
}

TableDescription PlainDescription() {
  TableDescription table;
  table.table_name = "Slots";
  table.table_id = "8f5c1f3e-0000-4000-8000-000000000000";
  table.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Slots";
  table.creation_time = absl::FromUnixMillis(1'712'371'115'842);
  table.attribute_definitions = {{"pk", ScalarAttributeType::kString}};
  table.key_schema = KeySchema{{{"pk", ScalarAttributeType::kString}}, {}};
  return table;
}

TEST(TableDescriptionJson, APlainTableHasNoOptionalMembers) {
  DescribeTableResponse response{PlainDescription()};
  response.table.provisioned_throughput = {5, 6};
  EXPECT_EQ(Encoded(EncodeDescribeTable, response),
            R"({"Table":{"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"TableName":"Slots",)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"TableStatus":"ACTIVE",)"
            R"("CreationDateTime":1712371115.842,"ProvisionedThroughput":{"NumberOfDecreasesToday":0,)"
            R"("ReadCapacityUnits":5,"WriteCapacityUnits":6},"TableSizeBytes":0,"ItemCount":0,)"
            R"("TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Slots",)"
            R"("TableId":"8f5c1f3e-0000-4000-8000-000000000000","DeletionProtectionEnabled":false}})");
}

// The members of changes in progress, replicas and restores are in update_table_json_test and backups_json_test.
TEST(TableDescriptionJson, WritesOptionalMembersInOrder) {
  CreateTableResponse response{PlainDescription()};
  TableDescription& table = response.table_description;
  table.table_status = TableStatus::kCreating;
  table.item_count = 3;
  table.table_size_bytes = 4;
  table.billing_mode_summary = {BillingMode::kPayPerRequest, absl::FromUnixSeconds(1'700'000'000)};
  table.deletion_protection_enabled = true;
  LocalIndexDescription& local = table.local_indexes.emplace_back();
  local.schema.name = "local";
  local.schema.key = KeySchema{{{"pk", ScalarAttributeType::kString}}, {{"n", ScalarAttributeType::kNumber}}};
  local.schema.projection = ProjectionType::kInclude;
  local.schema.non_key_attributes = {"a", "b"};
  local.arn = "local-arn";
  local.item_count = 1;
  local.size_bytes = 2;
  GlobalIndexDescription& global = table.global_indexes.emplace_back();
  global.schema.name = "global";
  global.schema.key = KeySchema{{{"h1", ScalarAttributeType::kString}, {"h2", ScalarAttributeType::kString}}, {}};
  global.schema.projection = ProjectionType::kKeysOnly;
  global.arn = "global-arn";
  global.status = TableStatus::kCreating;
  global.on_demand_throughput.max_write_request_units = 9;
  global.warm_throughput = WarmThroughputDescription{{12'000, 4'000}, TableStatus::kUpdating};
  table.stream = LatestStream{StreamViewType::kNewImage, "label", "stream-arn"};
  table.kms_master_key_arn = "key-arn";
  table.table_class = TableClass::kStandard;
  table.on_demand_throughput.max_read_request_units = 8;
  table.warm_throughput = WarmThroughputDescription{{12'000, 4'000}, TableStatus::kActive};
  EXPECT_EQ(
      Encoded(EncodeCreateTable, response),
      R"({"TableDescription":{"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
      R"("TableName":"Slots","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"TableStatus":"CREATING",)"
      R"("CreationDateTime":1712371115.842,"ProvisionedThroughput":{"NumberOfDecreasesToday":0,)"
      R"("ReadCapacityUnits":0,"WriteCapacityUnits":0},"TableSizeBytes":4,"ItemCount":3,)"
      R"("TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Slots",)"
      R"("TableId":"8f5c1f3e-0000-4000-8000-000000000000","BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST",)"
      R"("LastUpdateToPayPerRequestDateTime":1700000000.0},"LocalSecondaryIndexes":[{"IndexName":"local",)"
      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],)"
      R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a","b"]},"IndexSizeBytes":2,"ItemCount":1,)"
      R"("IndexArn":"local-arn"}],"GlobalSecondaryIndexes":[{"IndexName":"global",)"
      R"("KeySchema":[{"AttributeName":"h1","KeyType":"HASH"},{"AttributeName":"h2","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"KEYS_ONLY"},"IndexStatus":"CREATING",)"
      R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
      R"("IndexSizeBytes":0,"ItemCount":0,"IndexArn":"global-arn","OnDemandThroughput":{"MaxWriteRequestUnits":9},)"
      R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"UPDATING"}}],)"
      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},"LatestStreamLabel":"label",)"
      R"("LatestStreamArn":"stream-arn","SSEDescription":{"Status":"ENABLED","SSEType":"KMS",)"
      R"("KMSMasterKeyArn":"key-arn"},"TableClassSummary":{"TableClass":"STANDARD"},)"
      R"("DeletionProtectionEnabled":true,"OnDemandThroughput":{"MaxReadRequestUnits":8},)"
      R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"ACTIVE"}}})");
}

TEST(TableDescriptionJson, ADeletedTableHasFewMembers) {
  DeleteTableResponse response{PlainDescription()};
  TableDescription& table = response.table_description;
  table.table_status = TableStatus::kDeleting;
  table.creation_time.reset();
  table.key_schema.reset();
  table.attribute_definitions.clear();
  EXPECT_EQ(Encoded(EncodeDeleteTable, response),
            R"({"TableDescription":{"TableName":"Slots","TableStatus":"DELETING",)"
            R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
            R"("TableSizeBytes":0,"ItemCount":0,"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Slots",)"
            R"("TableId":"8f5c1f3e-0000-4000-8000-000000000000","DeletionProtectionEnabled":false}})");
}

TEST(TableJson, WritesTheSmallResponses) {
  EXPECT_EQ(Encoded(EncodeListTables, {{"a", "b"}, std::nullopt}), R"({"TableNames":["a","b"]})");
  EXPECT_EQ(Encoded(EncodeListTables, {{}, std::nullopt}), R"({"TableNames":[]})");
  EXPECT_EQ(Encoded(EncodeListTables, {{"a"}, "a"}), R"({"TableNames":["a"],"LastEvaluatedTableName":"a"})");
  EXPECT_EQ(Encoded(EncodeDescribeLimits, {}),
            R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
            R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})");
  EXPECT_EQ(Encoded(EncodeDescribeEndpoints, {{{"localhost:8000", 1440}}}),
            R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})");
}

}  // namespace
}  // namespace holdfast::server
