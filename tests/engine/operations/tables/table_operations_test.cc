// DescribeTable, DeleteTable, ListTables, DescribeLimits and DescribeEndpoints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/delete_table.h"
#include "engine/operations/tables/describe_endpoints.h"
#include "engine/operations/tables/describe_limits.h"
#include "engine/operations/tables/describe_table.h"
#include "engine/operations/tables/list_tables.h"
#include "engine/values/attribute_value.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/";

void Create(TestDatabase& database, const TableDefinition& definition) {
  const Result<CreateTableResponse> response = CreateTable(database.state, definition);
  ASSERT_TRUE(response.ok()) << response.error().message;
}

TEST(DescribeTable, AcceptsAnArn) {
  TestDatabase database;
  Create(database, PlainTable("Slots"));
  const Result<DescribeTableResponse> response = DescribeTable(database.state, {kArn + "Slots"});
  ASSERT_TRUE(response.ok()) << response.error().message;
  EXPECT_EQ(response->table.table_name, "Slots");
}

TEST(DescribeTable, AMissingTableIsNamedWithoutItsArn) {
  TestDatabase database;
  for (const std::string& name : {std::string("Ghost"), kArn + "Ghost"}) {
    const Result<DescribeTableResponse> response = DescribeTable(database.state, {name});
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(response.error().kind, ErrorKind::kResourceNotFound);
    EXPECT_EQ(response.error().message, "Requested resource not found: Table: Ghost not found");
  }
}

TEST(DescribeTable, ATableIsNotFoundByItsId) {
  TestDatabase database;
  const Result<CreateTableResponse> created = CreateTable(database.state, PlainTable("Slots"));
  ASSERT_TRUE(created.ok());
  EXPECT_FALSE(DescribeTable(database.state, {created->table_description.table_id}).ok());
}

TEST(DescribeTable, CountsAndSizesAreLive) {
  TestDatabase database;
  Create(database, IndexedTable("Slots"));
  const std::shared_ptr<Table> table = database.state.tables.Find("Slots");
  const ItemRef item = Item::Create(AttributeMap{{"pk", AttributeValue::String("p")},
                                                 {"sk", AttributeValue::String("s")},
                                                 {"a", AttributeValue::String("aa")},
                                                 {"b", AttributeValue::String("bb")}});
  ASSERT_EQ(item->size_bytes(), 12u);
  const uint64_t hash = table->items().HashOf("p");
  {
    LatchLock lock(&table->items().latch(PartitionMap::ShardOf(hash)));
    table->items().Put(hash, "p", "s", item);
    table->items().PutLocal(hash, "p", 0, "aa", item);
  }
  const uint64_t index_hash = table->items().HashOf("bb");
  PartitionMap& entries = table->FindGlobalIndex("global")->entries;
  {
    LatchLock lock(&entries.latch(PartitionMap::ShardOf(index_hash)));
    entries.Put(index_hash, "bb", "ps", item);
  }
  const Result<DescribeTableResponse> response = DescribeTable(database.state, {"Slots"});
  ASSERT_TRUE(response.ok()) << response.error().message;
  EXPECT_EQ(response->table.item_count, 1u);
  EXPECT_EQ(response->table.table_size_bytes, 12u);
  EXPECT_EQ(response->table.local_indexes[0].item_count, 1u);
  EXPECT_EQ(response->table.local_indexes[0].size_bytes, 12u);
  EXPECT_EQ(response->table.global_indexes[0].item_count, 1u);
  EXPECT_EQ(response->table.global_indexes[0].size_bytes, 12u);
}

TEST(DeleteTable, ReturnsDeletingAndTheTableIsGone) {
  TestDatabase database;
  Create(database, IndexedTable("Slots"));
  const std::shared_ptr<Table> held = database.state.tables.Find("Slots");
  const Result<DeleteTableResponse> response = DeleteTable(database.state, {"Slots"});
  ASSERT_TRUE(response.ok()) << response.error().message;
  const TableDescription& deleted = response->table_description;
  EXPECT_EQ(deleted.table_status, TableStatus::kDeleting);
  EXPECT_EQ(deleted.table_name, "Slots");
  EXPECT_EQ(deleted.table_arn, kArn + "Slots");
  EXPECT_EQ(deleted.table_id, held->id());
  EXPECT_TRUE(deleted.billing_mode_summary.has_value());
  EXPECT_FALSE(deleted.key_schema.has_value());
  EXPECT_FALSE(deleted.creation_time.has_value());
  EXPECT_THAT(deleted.attribute_definitions, IsEmpty());
  EXPECT_THAT(deleted.local_indexes, IsEmpty());
  EXPECT_THAT(deleted.global_indexes, IsEmpty());
  EXPECT_EQ(held->status(), TableStatus::kDeleting);

  const Result<DeleteTableResponse> again = DeleteTable(database.state, {"Slots"});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kResourceNotFound);
  EXPECT_EQ(again.error().message, "Requested resource not found: Table: Slots not found");
}

TEST(DeleteTable, ATableOfTheSameNameIsANewOne) {
  TestDatabase database;
  const Result<CreateTableResponse> first = CreateTable(database.state, PlainTable("Slots"));
  ASSERT_TRUE(DeleteTable(database.state, {kArn + "Slots"}).ok());
  const Result<CreateTableResponse> second = CreateTable(database.state, PlainTable("Slots"));
  ASSERT_TRUE(second.ok());
  EXPECT_NE(first->table_description.table_id, second->table_description.table_id);
  EXPECT_EQ(first->table_description.table_arn, second->table_description.table_arn);
}

TEST(DeleteTable, AProtectedTableStays) {
  TestDatabase database;
  TableDefinition definition = PlainTable("Slots");
  definition.deletion_protection_enabled = true;
  Create(database, definition);
  const Result<DeleteTableResponse> refused = DeleteTable(database.state, {"Slots"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kValidation);
  EXPECT_EQ(refused.error().message,
            "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection "
            "first.");
  const Result<DescribeTableResponse> described = DescribeTable(database.state, {"Slots"});
  ASSERT_TRUE(described.ok());
  EXPECT_TRUE(described->table.deletion_protection_enabled);
  EXPECT_EQ(described->table.table_status, TableStatus::kActive);
}

TEST(DeleteTable, OfConcurrentDeletionsExactlyOneSucceeds) {
  constexpr int kThreads = 8;
  TestDatabase database;
  for (int round = 0; round < 25; ++round) {
    Create(database, PlainTable("Slots"));
    std::atomic<int> deleted{0};
    std::atomic<int> not_found{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&] {
        const Result<DeleteTableResponse> response = DeleteTable(database.state, {"Slots"});
        if (response.ok()) {
          ++deleted;
        } else if (response.error().kind == ErrorKind::kResourceNotFound) {
          ++not_found;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(deleted, 1);
    EXPECT_EQ(not_found, kThreads - 1);
  }
}

TEST(ListTables, PagesThroughTheNamesInByteOrder) {
  TestDatabase database;
  for (const char* name : {"beta", "Alpha", "alpha", "Beta"}) Create(database, PlainTable(name));
  struct Case {
    ListTablesRequest request;
    std::vector<std::string> names;
    std::optional<std::string> last;
  };
  const Case cases[] = {
      {{}, {"Alpha", "Beta", "alpha", "beta"}, std::nullopt},
      {{std::nullopt, 3}, {"Alpha", "Beta", "alpha"}, "alpha"},
      // A limit equal to the number of tables leaves no LastEvaluatedTableName.
      {{std::nullopt, 4}, {"Alpha", "Beta", "alpha", "beta"}, std::nullopt},
      {{"Beta", 1}, {"alpha"}, "alpha"},
      // The start table need not exist.
      {{"Betamax", {}}, {"alpha", "beta"}, std::nullopt},
      {{"zzz", {}}, {}, std::nullopt},
  };
  for (const Case& c : cases) {
    const Result<ListTablesResponse> response = ListTables(database.state, c.request);
    ASSERT_TRUE(response.ok()) << response.error().message;
    EXPECT_EQ(response->table_names, c.names);
    EXPECT_EQ(response->last_evaluated_table_name, c.last);
  }
}

TEST(ListTables, APageHoldsAHundredNames) {
  TestDatabase database;
  for (int i = 0; i < 101; ++i) Create(database, PlainTable("table-" + std::to_string(100 + i)));
  const Result<ListTablesResponse> response = ListTables(database.state, {});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->table_names.size(), 100u);
  EXPECT_EQ(response->last_evaluated_table_name, "table-199");
  const Result<ListTablesResponse> rest = ListTables(database.state, {response->last_evaluated_table_name, {}});
  ASSERT_TRUE(rest.ok());
  EXPECT_THAT(rest->table_names, ElementsAre("table-200"));
  EXPECT_EQ(rest->last_evaluated_table_name, std::nullopt);
}

TEST(ListTables, RefusesViolationsOfTheServiceModel) {
  const std::string failed = "' failed to satisfy constraint: Member must ";
  const std::string start = " at 'exclusiveStartTableName" + failed;
  struct Case {
    std::optional<std::string> start;
    std::optional<int32_t> limit;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{}, 0, "1 validation error detected: Value '0' at 'limit" + failed + "have value greater than or equal to 1"},
      {{}, 101, "1 validation error detected: Value '101' at 'limit" + failed + "have value less than or equal to 100"},
      {"ab", {}, "1 validation error detected: Value 'ab'" + start + "have length greater than or equal to 3"},
      {kArn + "Slots",
       {},
       "1 validation error detected: Value '" + kArn + "Slots'" + start +
           "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
  };
  TestDatabase database;
  for (const Case& c : cases) {
    const Result<ListTablesResponse> response = ListTables(database.state, {c.start, c.limit});
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(response.error().kind, ErrorKind::kValidation);
    EXPECT_EQ(response.error().message, c.message);
  }
}

TEST(DescribeLimits, ReturnsTheDefaultQuotas) {
  TestDatabase database;
  const Result<DescribeLimitsResponse> response = DescribeLimits(database.state, {});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->account_max_read_capacity_units, 80'000);
  EXPECT_EQ(response->account_max_write_capacity_units, 80'000);
  EXPECT_EQ(response->table_max_read_capacity_units, 40'000);
  EXPECT_EQ(response->table_max_write_capacity_units, 40'000);
}

TEST(DescribeEndpoints, ReturnsTheHostOfTheRequest) {
  TestDatabase database;
  const Result<DescribeEndpointsResponse> here = DescribeEndpoints(database.state, {"127.0.0.1:8000"});
  ASSERT_TRUE(here.ok());
  ASSERT_EQ(here->endpoints.size(), 1u);
  EXPECT_EQ(here->endpoints[0].address, "127.0.0.1:8000");
  EXPECT_EQ(here->endpoints[0].cache_period_in_minutes, 1440);
  const Result<DescribeEndpointsResponse> unknown = DescribeEndpoints(database.state, {});
  ASSERT_TRUE(unknown.ok());
  EXPECT_EQ(unknown->endpoints[0].address, "dynamodb.us-east-1.amazonaws.com");
}

}  // namespace
}  // namespace holdfast
