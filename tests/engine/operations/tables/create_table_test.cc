#include "engine/operations/tables/create_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "engine/operations/tables/describe_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

// Each request has the fault of its row and those of the later rows, except of members that a row before them sets too.
// DynamoDB reports the one that it checks first.
TEST(CreateTable, ReportsTheFaultThatIsCheckedFirst) {
  struct Row {
    std::function<void(TableDefinition&)> spoil;
    std::string message_part;
  };
  const Row rows[] = {
      {[](TableDefinition& d) { d.table_name = "x"; }, "at 'tableName'"},
      {[](TableDefinition& d) { d.attribute_definitions->front().attribute_type = {}; },
       "at 'attributeDefinitions.1.member.attributeType'"},
      {[](TableDefinition& d) {
         d.provisioned_throughput = {1, 1};
       },
       "Neither ReadCapacityUnits nor"},
      {[](TableDefinition& d) { d.attribute_definitions->push_back(Define("pk")); },
       "Attribute Name is duplicated: pk"},
      {[](TableDefinition& d) { (*d.key_schema)[1].attribute_name = "undefined"; }, "Keys: [pk, undefined]"},
      {[](TableDefinition& d) { (*d.key_schema)[1].key_type = KeyType::kHash; },
       "The second KeySchemaElement is not a RANGE key type"},
      {[](TableDefinition& d) { (*d.local_secondary_indexes)[0].key_schema = {Hash("pk")}; },
       "does not have a range key for index: local"},
      {[](TableDefinition& d) { (*d.global_secondary_indexes)[0].key_schema = {Range("b")}; },
       "The first KeySchemaElement is not a HASH key type"},
      {[](TableDefinition& d) { d.attribute_definitions->push_back(Define("unused")); },
       "Some AttributeDefinitions are not used"},
      {[](TableDefinition& d) { (*d.local_secondary_indexes)[0].projection = Projection(); }, "Unknown ProjectionType"},
      {[](TableDefinition& d) { (*d.global_secondary_indexes)[0].index_name = "local"; },
       "Duplicate index name: local"},
      {[](TableDefinition& d) {
         d.on_demand_throughput = {0, 0};
       },
       "outside of valid range"},
      {[](TableDefinition& d) {
         d.stream_specification = {true, {}};
       },
       "UpdateViewType is required"},
      {[](TableDefinition&) {}, "Table already exists: Indexed"},
  };
  TestDatabase database;
  TableDefinition good = IndexedTable();
  good.attribute_definitions->push_back(Define("c"));
  good.global_secondary_indexes->push_back(GlobalIndexOf("second", {Hash("c")}));
  ASSERT_TRUE(CreateTable(database.state, good).ok());
  for (size_t first = 0; first < std::size(rows); ++first) {
    SCOPED_TRACE(rows[first].message_part);
    TableDefinition definition = good;
    for (size_t row = std::size(rows); row-- > first;) rows[row].spoil(definition);
    const Result<CreateTableResponse> refused = CreateTable(database.state, definition);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr(rows[first].message_part));
  }
}

TEST(CreateTable, ATakenNameIsInUse) {
  TestDatabase database;
  ASSERT_TRUE(CreateTable(database.state, PlainTable("Slots")).ok());
  const Result<CreateTableResponse> again = CreateTable(database.state, ProvisionedTable("Slots"));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kResourceInUse);
  EXPECT_EQ(again.error().message, "Table already exists: Slots");
  EXPECT_TRUE(CreateTable(database.state, PlainTable("slots")).ok());
}

TEST(CreateTable, EnforcesTheAccountsQuotas) {
  const std::string refer =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.";
  TestDatabase database;
  TableDefinition definition = ProvisionedTable("First");
  definition.provisioned_throughput = {40'001, 1};
  Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().kind, ErrorKind::kLimitExceeded);
  EXPECT_EQ(response.error().message,
            "The requested ReadCapacityUnits, 40001, is above the per table maximum for the account in us-east-1. "
            "Per table maximum: 40000." +
                refer);

  definition.attribute_definitions->push_back(Define("b"));
  definition.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  definition.provisioned_throughput = {40'000, 1};
  definition.global_secondary_indexes->front().provisioned_throughput = {1, 50'000};
  response = CreateTable(database.state, definition);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().message,
            "The requested WriteCapacityUnits for index global, 50000, is above the per index maximum for the account "
            "in us-east-1. Per index maximum: 40000." +
                refer);

  definition.global_secondary_indexes->front().provisioned_throughput = {40'000, 1};
  ASSERT_TRUE(CreateTable(database.state, definition).ok());
  response = CreateTable(database.state, ProvisionedTable("Second"));
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().kind, ErrorKind::kLimitExceeded);
  EXPECT_EQ(response.error().message,
            "This request would have caused the ReadCapacityUnits limit to be exceeded for the account in us-east-1. "
            "Current ReadCapacityUnits reserved by the account: 80000. Limit: 80000. Requested: 5." +
                refer);

  // An on-demand table reserves no units of the account, but its OnDemandThroughput may not exceed a table's quota.
  TableDefinition on_demand = PlainTable("Third");
  on_demand.on_demand_throughput = {std::nullopt, 40'001};
  response = CreateTable(database.state, on_demand);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().message,
            "Subscriber limit exceeded: Requested MaxWriteRequestUnits for OnDemandThroughput for table exceeds "
            "TableMaxWriteCapacityUnits of the account in region us-east-1");
  on_demand.on_demand_throughput = {40'000, 40'000};
  EXPECT_TRUE(CreateTable(database.state, on_demand).ok());
}

TEST(CreateTable, EmptySettingsCountAsAbsent) {
  TestDatabase database;
  TableDefinition definition = PlainTable("Slots");
  definition.on_demand_throughput = OnDemandThroughput();
  definition.warm_throughput = WarmThroughput();
  definition.sse_specification = SseSpecification();
  definition.stream_specification = {false, {}};
  definition.tags.emplace();
  const Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_TRUE(response.ok()) << response.error().message;
  const TableDescription& table = response->table_description;
  EXPECT_FALSE(table.warm_throughput.has_value());
  EXPECT_FALSE(table.kms_master_key_arn.has_value());
  EXPECT_FALSE(table.stream.has_value());
  EXPECT_FALSE(table.on_demand_throughput.max_read_request_units.has_value());
}

TEST(CreateTable, ReturnsCreatingAndTheNextDescriptionIsActive) {
  TestDatabase database;
  const Result<CreateTableResponse> response = CreateTable(database.state, IndexedTable("Slots"));
  ASSERT_TRUE(response.ok()) << response.error().message;
  const TableDescription& created = response->table_description;
  EXPECT_EQ(created.table_status, TableStatus::kCreating);
  EXPECT_EQ(created.table_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Slots");
  EXPECT_EQ(created.creation_time, database.clock->Now());
  ASSERT_EQ(created.attribute_definitions.size(), 4u);
  EXPECT_EQ(created.attribute_definitions[0].name, "a");
  EXPECT_EQ(created.attribute_definitions[1].name, "b");
  EXPECT_EQ(created.attribute_definitions[2].name, "pk");
  EXPECT_EQ(created.attribute_definitions[3].name, "sk");
  ASSERT_TRUE(created.billing_mode_summary.has_value());
  EXPECT_EQ(created.billing_mode_summary->billing_mode, BillingMode::kPayPerRequest);
  EXPECT_FALSE(created.billing_mode_summary->last_update_to_pay_per_request.has_value());
  EXPECT_FALSE(created.warm_throughput.has_value());
  ASSERT_EQ(created.global_indexes.size(), 1u);
  EXPECT_EQ(created.global_indexes[0].status, TableStatus::kCreating);
  EXPECT_FALSE(created.global_indexes[0].warm_throughput.has_value());

  const Result<DescribeTableResponse> described = DescribeTable(database.state, {"Slots"});
  ASSERT_TRUE(described.ok()) << described.error().message;
  const TableDescription& table = described->table;
  EXPECT_EQ(table.table_status, TableStatus::kActive);
  EXPECT_EQ(table.table_id, created.table_id);
  EXPECT_EQ(table.billing_mode_summary->last_update_to_pay_per_request, database.clock->Now());
  ASSERT_TRUE(table.warm_throughput.has_value());
  EXPECT_EQ(table.warm_throughput->units.read, 12'000);
  EXPECT_EQ(table.warm_throughput->units.write, 4'000);
  EXPECT_EQ(table.warm_throughput->status, TableStatus::kActive);
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kActive);
  EXPECT_EQ(table.global_indexes[0].arn, created.table_arn + "/index/global");
  EXPECT_EQ(table.global_indexes[0].warm_throughput->units.read, 12'000);
  ASSERT_EQ(table.local_indexes.size(), 1u);
  EXPECT_EQ(table.local_indexes[0].arn, created.table_arn + "/index/local");
}

TEST(CreateTable, ProvisionedTablesShowTheirUnitsAndNoBillingMode) {
  TestDatabase database;
  TableDefinition definition = ProvisionedTable("Slots");
  definition.provisioned_throughput = {3, 4};
  definition.billing_mode = {};
  definition.warm_throughput = {std::nullopt, 100};
  const Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_TRUE(response.ok()) << response.error().message;
  const TableDescription& table = response->table_description;
  EXPECT_FALSE(table.billing_mode_summary.has_value());
  EXPECT_EQ(table.provisioned_throughput.read, 3);
  EXPECT_EQ(table.provisioned_throughput.write, 4);
  ASSERT_TRUE(table.warm_throughput.has_value());
  EXPECT_EQ(table.warm_throughput->units.read, 3);
  EXPECT_EQ(table.warm_throughput->units.write, 100);
  EXPECT_EQ(table.warm_throughput->status, TableStatus::kUpdating);
}

TEST(CreateTable, AStreamIsDescribedByItsLabel) {
  TestDatabase database;
  database.clock->Set(absl::FromUnixMillis(1'704'067'200'042));
  TableDefinition definition = PlainTable("Slots");
  definition.stream_specification = {true, StreamViewType::kNewAndOldImages};
  const Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_TRUE(response.ok()) << response.error().message;
  const std::optional<LatestStream>& stream = response->table_description.stream;
  ASSERT_TRUE(stream.has_value());
  EXPECT_EQ(stream->view_type, StreamViewType::kNewAndOldImages);
  EXPECT_EQ(stream->label, "2024-01-01T00:00:00.042");
  EXPECT_EQ(stream->arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/2024-01-01T00:00:00.042");
}

TEST(CreateTable, AKmsKeyIsShownAsAnArn) {
  struct Case {
    SseSpecification sse;
    std::string arn;
  };
  const Case cases[] = {
      {{true, {}, std::nullopt}, "arn:aws:kms:us-east-1:000000000000:key/00000000-0000-4000-8000-000000000000"},
      {{std::nullopt, SseType::kKms, std::nullopt},
       "arn:aws:kms:us-east-1:000000000000:key/00000000-0000-4000-8000-000000000000"},
      {{true, SseType::kKms, "1234"}, "arn:aws:kms:us-east-1:000000000000:key/1234"},
      {{true, SseType::kKms, "alias/mine"}, "arn:aws:kms:us-east-1:000000000000:alias/mine"},
      {{true, SseType::kKms, "arn:aws:kms:us-east-1:1:key/k"}, "arn:aws:kms:us-east-1:1:key/k"},
  };
  for (const Case& c : cases) {
    TestDatabase database;
    TableDefinition definition = PlainTable();
    definition.sse_specification = c.sse;
    const Result<CreateTableResponse> response = CreateTable(database.state, definition);
    ASSERT_TRUE(response.ok()) << response.error().message;
    EXPECT_EQ(response->table_description.kms_master_key_arn, c.arn);
  }
}

// Names of 255 characters, 50 tags, and letters of any script are accepted.
TEST(CreateTable, AcceptsValuesJustWithinTheLimits) {
  TestDatabase database;
  TableDefinition definition = IndexedTable(std::string(255, 't'));
  const std::string long_name(255, 'k');
  definition.attribute_definitions->front() = Define(long_name);
  definition.key_schema->front() = Hash(long_name);
  definition.local_secondary_indexes = {LocalIndex("l-0", {Hash(long_name), Range("a")})};
  for (int i = 1; i < 5; ++i) {
    definition.local_secondary_indexes->push_back(LocalIndex("l-" + std::to_string(i), {Hash(long_name), Range("a")}));
  }
  for (int i = 1; i < 20; ++i) {
    definition.global_secondary_indexes->push_back(GlobalIndexOf("g-" + std::to_string(i), {Hash("b")}));
  }
  definition.tags.emplace();
  for (int i = 0; i < 48; ++i) definition.tags->push_back({std::to_string(i), ""});
  definition.tags->push_back({std::string(128, 'k'), std::string(256, 'v')});
  definition.tags->push_back({"größe + - = . _ : / @", "日本"});
  definition.on_demand_throughput = {1, 1};
  const Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_TRUE(response.ok()) << response.error().message;
  EXPECT_EQ(response->table_description.local_indexes.size(), 5u);
  EXPECT_EQ(response->table_description.global_indexes.size(), 20u);
}

// No time is asserted. With quadratic work (20 billion pairs), this test would take far longer than all others.
TEST(CreateTable, ManyDefinitionsAreReadInLinearTime) {
  TestDatabase database;
  TableDefinition definition = PlainTable();
  for (int i = 0; i < 200'000; ++i) definition.attribute_definitions->push_back(Define("n" + std::to_string(i)));
  EXPECT_FALSE(CreateTable(database.state, definition).ok());
}

TEST(CreateTable, OfConcurrentCreationsOfOneNameExactlyOneWins) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 25;
  TestDatabase database;
  for (int round = 0; round < kRounds; ++round) {
    const std::string name = "round-" + std::to_string(round);
    std::atomic<int> created{0};
    std::atomic<int> in_use{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&] {
        const Result<CreateTableResponse> response = CreateTable(database.state, IndexedTable(name));
        if (response.ok()) {
          ++created;
        } else if (response.error().kind == ErrorKind::kResourceInUse) {
          ++in_use;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(created, 1);
    EXPECT_EQ(in_use, kThreads - 1);
  }
}

TEST(CreateTable, IsRefusedAtTheMemoryLimit) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 3'000'000;
  TestDatabase database(options);
  std::string error;
  int created = 0;
  for (; created < 2'000 && error.empty(); ++created) {
    const auto response = CreateTable(database.state, PlainTable("Table" + std::to_string(created)));
    if (!response.ok()) error = response.error().message;
  }
  EXPECT_THAT(error, ::testing::HasSubstr("memory limit"));
  EXPECT_GT(created, 100);
}

}  // namespace
}  // namespace holdfast
