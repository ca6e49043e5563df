// The JSON of UpdateTable, and the members of a TableDescription that updates add.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/json/operations/tables/tables_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(UpdateTableJson, ReadsEveryMember) {
  const Decoded<UpdateTableRequest> decoded = DecodeUpdateTable(Parsed(
      R"({"TableName":"Slots","BillingMode":"PROVISIONED","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"N"}],)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4},)"
      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"},)"
      R"("SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"k"},"TableClass":"STANDARD",)"
      R"("DeletionProtectionEnabled":true,"OnDemandThroughput":{"MaxReadRequestUnits":-1},)"
      R"("WarmThroughput":{"WriteUnitsPerSecond":9},"MultiRegionConsistency":"STRONG",)"
      R"("ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1","KMSMasterKeyId":"k","TableClassOverride":"STANDARD"}},)"
      R"({"Update":{"RegionName":"sa-east-1"}},{"Delete":{"RegionName":"ap-south-1"}},{}],)"
      R"("GlobalTableWitnessUpdates":[],"GlobalTableSettingsReplicationMode":"ENABLED","GlobalSecondaryIndexUpdates":[)"
      R"({"Create":{"IndexName":"new","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}}},)"
      R"({"Update":{"IndexName":"old","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6},)"
      R"("OnDemandThroughput":{"MaxWriteRequestUnits":7},"WarmThroughput":{}}},{"Delete":{"IndexName":"gone"}},{}]})"));
  ASSERT_TRUE(decoded.ok()) << Message(decoded);
  const UpdateTableRequest& request = decoded.value();
  EXPECT_EQ(request.table_name, "Slots");
  EXPECT_TRUE(request.billing_mode.is(BillingMode::kProvisioned));
  EXPECT_EQ(request.attribute_definitions->size(), 1u);
  EXPECT_EQ(request.provisioned_throughput->write_capacity_units, 4);
  EXPECT_TRUE(request.stream_specification->stream_view_type.is(StreamViewType::kKeysOnly));
  EXPECT_EQ(request.sse_specification->kms_master_key_id, "k");
  EXPECT_TRUE(request.table_class.is(TableClass::kStandard));
  EXPECT_EQ(request.deletion_protection_enabled, true);
  EXPECT_EQ(request.on_demand_throughput->max_read_request_units, -1);
  EXPECT_EQ(request.warm_throughput->write_units_per_second, 9);
  const std::vector<ReplicationGroupUpdate>& replicas = *request.other_regions.replica_updates;
  ASSERT_EQ(replicas.size(), 4u);
  EXPECT_EQ(replicas[0].create->region_name, "eu-west-1");
  EXPECT_EQ(replicas[0].create->kms_master_key_id, "k");
  EXPECT_EQ(replicas[0].create->override_member, "TableClassOverride");
  EXPECT_EQ(replicas[1].update->region_name, "sa-east-1");
  EXPECT_FALSE(replicas[1].update->override_member.has_value());
  EXPECT_EQ(replicas[2].remove->region_name, "ap-south-1");
  EXPECT_FALSE(replicas[3].create || replicas[3].update || replicas[3].remove);
  EXPECT_EQ(request.other_regions.multi_region_consistency, "STRONG");
  EXPECT_TRUE(request.other_regions.global_table_witness_updates);
  EXPECT_TRUE(request.other_regions.global_table_settings_replication_mode);
  const std::vector<GlobalSecondaryIndexUpdate>& entries = request.index_updates();
  ASSERT_EQ(entries.size(), 4u);
  EXPECT_EQ(entries[0].create->index_name, "new");
  EXPECT_EQ(entries[0].create->provisioned_throughput->write_capacity_units, 2);
  EXPECT_EQ(entries[1].update->provisioned_throughput->read_capacity_units, 5);
  EXPECT_EQ(entries[1].update->on_demand_throughput->max_write_request_units, 7);
  EXPECT_TRUE(entries[1].update->warm_throughput.has_value());
  EXPECT_EQ(entries[2].remove->index_name, "gone");
  EXPECT_FALSE(entries[3].update || entries[3].create || entries[3].remove);
}

TEST(UpdateTableJson, ChecksTheTypesOfOverridesOfReplicas) {
  const auto message = [](const std::string& members) {
    return Message(DecodeUpdateTable(Parsed(R"({"ReplicaUpdates":[{"Create":{)" + members + "}}]}")));
  };
  EXPECT_EQ(message(R"("GlobalSecondaryIndexes":5)"), "Unexpected field type");
  EXPECT_EQ(message(R"("ProvisionedThroughputOverride":{"ReadCapacityUnits":"5"})"),
            "STRING_VALUE cannot be converted to Long");
  EXPECT_EQ(message(R"("OnDemandThroughputOverride":[])"),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.OnDemandThroughputOverride");
  EXPECT_EQ(message(R"("TableClassOverride":5)"), "NUMBER_VALUE cannot be converted to String");
}

TEST(UpdateTableJson, DistinguishesAbsentFromEmpty) {
  const Decoded<UpdateTableRequest> absent = DecodeUpdateTable(Parsed("{}"));
  ASSERT_TRUE(absent.ok());
  EXPECT_FALSE(absent.value().global_secondary_index_updates.has_value());
  EXPECT_FALSE(absent.value().other_regions.replica_updates.has_value());
  EXPECT_FALSE(absent.value().other_regions.multi_region_consistency.has_value());
  EXPECT_FALSE(absent.value().changes_vector_indexes);
  EXPECT_TRUE(DecodeUpdateTable(Parsed(R"({"VectorIndexUpdates":[{"Delete":{"IndexName":"v"}}]})"))
                  .value()
                  .changes_vector_indexes);
  const Decoded<UpdateTableRequest> empty =
      DecodeUpdateTable(Parsed(R"({"GlobalSecondaryIndexUpdates":[],"ReplicaUpdates":[],"SSESpecification":{}})"));
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty.value().global_secondary_index_updates->empty());
  EXPECT_TRUE(empty.value().other_regions.replica_updates->empty());
  EXPECT_TRUE(empty.value().sse_specification.has_value());
}

TEST(UpdateTableJson, WritesChangesInProgress) {
  UpdateTableResponse response;
  TableDescription& table = response.table_description;
  table.table_name = "Slots";
  table.table_status = TableStatus::kUpdating;
  table.throughput_history.last_increase = absl::FromUnixMillis(1'500);
  table.throughput_history.last_decrease = absl::FromUnixMillis(2'500);
  table.throughput_history.decreases = 3;
  table.kms_master_key_arn = "key";
  table.encryption_is_updating = true;
  table.table_class = TableClass::kStandard;
  table.last_update_of_table_class = absl::FromUnixMillis(3'500);
  GlobalIndexDescription index;
  index.schema.name = "added";
  index.status = TableStatus::kCreating;
  index.backfilling = false;
  table.global_indexes = {index};
  std::string body = Encoded(EncodeUpdateTable, response);
  for (const char* part :
       {R"({"TableDescription":{)", R"("TableStatus":"UPDATING")",
        R"("ProvisionedThroughput":{"LastIncreaseDateTime":1.5,"LastDecreaseDateTime":2.5,"NumberOfDecreasesToday":3,)",
        R"("IndexStatus":"CREATING","Backfilling":false,)",
        R"("SSEDescription":{"Status":"UPDATING","SSEType":"KMS","KMSMasterKeyArn":"key"})",
        R"("TableClassSummary":{"TableClass":"STANDARD","LastUpdateDateTime":3.5})"}) {
    EXPECT_THAT(body, HasSubstr(part));
  }
  table.global_indexes[0].backfilling.reset();
  body = Encoded(EncodeUpdateTable, response);
  EXPECT_THAT(body, Not(HasSubstr("Backfilling")));
  EXPECT_THAT(body, Not(HasSubstr("Replicas")));
  EXPECT_THAT(body, Not(HasSubstr("GlobalTableVersion")));

  table.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Items";
  table.replicas = {{"eu-west-1", ReplicaStatus::kCreating}, {"sa-east-1", ReplicaStatus::kActive}};
  body = Encoded(EncodeUpdateTable, response);
  EXPECT_THAT(
      body, HasSubstr(R"("GlobalTableVersion":"2019.11.21","Replicas":[{"RegionName":"eu-west-1",)"
                      R"("ReplicaArn":"arn:aws:dynamodb:eu-west-1:000000000000:table/Items",)"
                      R"("ReplicaStatus":"CREATING","GlobalSecondaryIndexes":[{"IndexName":"added"}]},)"
                      R"({"RegionName":"sa-east-1","ReplicaArn":"arn:aws:dynamodb:sa-east-1:000000000000:table/Items",)"
                      R"("ReplicaStatus":"ACTIVE","GlobalSecondaryIndexes":)"));
}

}  // namespace
}  // namespace holdfast::server
