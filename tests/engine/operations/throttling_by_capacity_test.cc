// Requests beyond the throughput of their tables, indexes and partition keys, with EngineOptions::throttle_by_capacity.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/operations/batches/batch_get_item.h"
#include "engine/operations/partiql/batch_execute_statement.h"
#include "engine/operations/partiql/execute_statement.h"
#include "engine/operations/tables/delete_table.h"
#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

EngineOptions Throttling() {
  EngineOptions options;
  options.throttle_by_capacity = true;
  return options;
}

TableDefinition Provisioned(int64_t read, int64_t write) {
  TableDefinition definition = ProvisionedTable(kItems);
  definition.provisioned_throughput = {read, write};
  return definition;
}

// A throttled table, with 5 read and 5 write units a second unless the test gives another definition.
struct ThrottledTable : ItemTable {
  explicit ThrottledTable(const TableDefinition& definition = Provisioned(5, 5))
      : ItemTable(definition, Throttling()) {}

  void Wait(absl::Duration duration) { clock->Advance(duration); }
  // Puts items that cost one unit each until a put is throttled, but at most `at_most`. Returns how many succeeded.
  int PutsUntilThrottled(std::string_view partition = "p", int at_most = 5'000) {
    for (int i = 0; i < at_most; ++i) {
      if (!PutItem(state, Put(ItemWith(partition, "s" + std::to_string(i), {}))).ok()) return i;
    }
    return at_most;
  }
};

// `<kind>`, and ` <reason> of <ARN>` for each throttling reason; other results as Outcome formats them.
template <typename T>
std::string FormatThrottling(const Result<T>& result) {
  if (result.ok() || result.error().detail == nullptr) return Outcome(result);
  std::string text(NameOf(result.error().kind));
  for (const ThrottlingReason& reason : result.error().detail->throttling_reasons) {
    text += " " + reason.reason + " of " + reason.resource;
  }
  return text;
}

constexpr char kTableArn[] = "arn:aws:dynamodb:us-east-1:000000000000:table/Items";

TEST(ThrottlingByCapacityTest, IsOffByDefault) {
  ItemTable table(ProvisionedTable(kItems));
  for (int i = 0; i < 100; ++i) table.Store(ItemWith("p", std::to_string(i), {}));
}

TEST(ThrottlingByCapacityTest, ANewTableStartsWithTheUnitsOfOneSecond) {
  ThrottledTable table;
  EXPECT_EQ(table.PutsUntilThrottled(), 5);
  const auto refused = PutItem(table.state, Put(ItemWith("p", "s", {})));
  EXPECT_EQ(FormatThrottling(refused),
            std::string("ProvisionedThroughputExceeded TableWriteProvisionedThroughputExceeded of ") + kTableArn);
  EXPECT_EQ(refused.error().message,
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your "
            "provisioning level with the UpdateTable API.");
}

TEST(ThrottlingByCapacityTest, ARefusedWriteIsNotApplied) {
  ThrottledTable table;
  table.PutsUntilThrottled();
  EXPECT_FALSE(PutItem(table.state, Put(ItemWith("q", "s", {}))).ok());
  EXPECT_EQ(table.Stored(Key("q", "s")), kAbsent);
}

TEST(ThrottlingByCapacityTest, UnitsAreRefilledByTheDatabasesClock) {
  ThrottledTable table;
  EXPECT_EQ(table.PutsUntilThrottled(), 5);
  EXPECT_EQ(table.PutsUntilThrottled(), 0);
  table.Wait(absl::Milliseconds(600));
  EXPECT_EQ(table.PutsUntilThrottled(), 3);
}

TEST(ThrottlingByCapacityTest, UnusedUnitsAreKeptForFiveMinutes) {
  ThrottledTable table;
  table.PutsUntilThrottled();
  table.Wait(absl::Hours(24));
  // A partition key is limited to 1,000 write units a second.
  EXPECT_EQ(table.PutsUntilThrottled("p"), 1'000);
  EXPECT_EQ(table.PutsUntilThrottled("q"), 500);
}

TEST(ThrottlingByCapacityTest, AWriteOfMoreThanAllUnitsSucceedsAndTheRestIsOwed) {
  ThrottledTable table;
  table.Store(ItemOfSize("p", "s", 20 * 1'024));
  table.Wait(absl::Seconds(2));
  EXPECT_EQ(table.PutsUntilThrottled(), 0);
  table.Wait(absl::Milliseconds(1'200));
  EXPECT_EQ(table.PutsUntilThrottled(), 1);
}

TEST(ThrottlingByCapacityTest, AFalseConditionCostsAsMuchAsTheWrite) {
  ThrottledTable table;
  table.Store(ItemOfSize("p", "s", 3 * 1'024));
  const auto put = If(Put(ItemWith("p", "s", {})), "attribute_not_exists(pk)");
  EXPECT_THAT(Outcome(PutItem(table.state, put)), StartsWith("ConditionalCheckFailed"));
  EXPECT_THAT(Outcome(PutItem(table.state, put)), StartsWith("ProvisionedThroughputExceeded"));
}

TEST(ThrottlingByCapacityTest, ReadsHaveUnitsOfTheirOwn) {
  ThrottledTable table;
  table.PutsUntilThrottled();
  GetItemRequest consistent = Get(Key("p", "s"));
  consistent.consistent_read = true;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(Outcome(GetItem(table.state, consistent)), "ok");
  // An eventually consistent read costs half a unit.
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Outcome(GetItem(table.state, Get(Key("p", "s")))), "ok");
  EXPECT_EQ(FormatThrottling(GetItem(table.state, Get(Key("p", "s")))),
            std::string("ProvisionedThroughputExceeded TableReadProvisionedThroughputExceeded of ") + kTableArn);
}

TEST(ThrottlingByCapacityTest, PagesCostWhatTheyRead) {
  ThrottledTable table(Provisioned(5, 1'000));
  for (const char* sort : {"a", "b"}) table.Store(ItemOfSize("p", sort, 20 * 1'024));
  EXPECT_EQ(Outcome(Query(table.state, QueryPartition("p"))), "ok");
  EXPECT_THAT(Outcome(Scan(table.state, ScanTable())), StartsWith("ProvisionedThroughputExceeded"));
}

// The server executes a statement that exceeds the work budget of an event loop again, on another thread and without
// a budget.
TEST(ThrottlingByCapacityTest, ASelectThatExceedsItsBudgetIsNotChargedForItsFirstReads) {
  ThrottledTable table(Provisioned(15, 1'000));
  table.Store(ItemOfSize("p", "s", 40 * 1'024));
  table.Store(ItemOfSize("q", "s", 40 * 1'024));
  ExecuteStatementRequest select;
  select.statement = "SELECT * FROM Items WHERE pk IN ('p', 'q')";
  select.consistent_read = true;
  WorkBudget of_one_read(1'000);
  EXPECT_EQ(Outcome(ExecuteStatement(table.state, select, &of_one_read)),
            "WorkBudgetExhausted: The request needs more work than it was given");
  EXPECT_EQ(Outcome(ExecuteStatement(table.state, select)), "ok");
}

TEST(ThrottlingByCapacityTest, ASelectOfContradictoryKeysCostsAsMuchAsOneThatFindsNothing) {
  ThrottledTable table;
  ExecuteStatementRequest select;
  select.statement = "SELECT * FROM Items WHERE pk = 'p' AND pk = 'q'";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(Outcome(ExecuteStatement(table.state, select)), "ok");
  EXPECT_THAT(Outcome(ExecuteStatement(table.state, select)), StartsWith("ProvisionedThroughputExceeded"));
}

TEST(ThrottlingByCapacityTest, OneWriteOfATransactionCostsTwoUnits) {
  ThrottledTable table;
  const auto transact = [&](std::string_view sort) {
    return TransactWriteItems(table.state, Transaction({TransactPut(ItemWith("p", sort, {}))}));
  };
  for (const char* sort : {"a", "b", "c"}) EXPECT_EQ(Outcome(transact(sort)), "ok");
  EXPECT_THAT(ReasonsOf(transact("d")),
              ElementsAre("ProvisionedThroughputExceeded: The level of configured provisioned throughput for the table "
                          "was exceeded. Consider increasing your provisioning level with the UpdateTable API."));
  EXPECT_EQ(table.Stored(Key("p", "d")), kAbsent);
}

TEST(ThrottlingByCapacityTest, ATransactionOfReadsIsCancelled) {
  ThrottledTable table;
  const auto read = [&] {
    return TransactGetItems(table.state, ReadTransaction({TransactGet(Key("p", "a")), TransactGet(Key("p", "b"))}));
  };
  EXPECT_EQ(Outcome(read()), "ok");
  EXPECT_EQ(Outcome(read()), "ok");
  EXPECT_THAT(ReasonsOf(read()), ElementsAre(StartsWith("ProvisionedThroughputExceeded: "),
                                             StartsWith("ProvisionedThroughputExceeded: ")));
}

TEST(ThrottlingByCapacityTest, ThrottledMembersOfABatchAreReturnedAsUnprocessed) {
  ThrottledTable table;
  BatchWriteItemRequest batch;
  std::vector<WriteRequest> writes;
  for (int i = 0; i < 7; ++i) writes.push_back(Putting(ItemWith("p", "s" + std::to_string(i), {})));
  batch.request_items = {{kItems, writes}};
  const auto written = BatchWriteItem(table.state, batch);
  ASSERT_TRUE(written.ok());
  ASSERT_EQ(written->unprocessed_items.size(), 1u);
  ASSERT_EQ(written->unprocessed_items[0].second.size(), 2u);
  EXPECT_EQ(Format(*written->unprocessed_items[0].second[0].put_request->item), Format(ItemWith("p", "s5", {})));
  EXPECT_THAT(Outcome(BatchWriteItem(table.state, batch)), StartsWith("ProvisionedThroughputExceeded"));

  BatchGetItemRequest reads;
  auto& keys = reads.request_items.emplace().emplace_back(kItems, KeysAndAttributes()).second.keys.emplace();
  for (int i = 0; i < 12; ++i) keys.push_back(Key("p", "s" + std::to_string(i)));
  const auto read = BatchGetItem(table.state, reads);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->responses[0].second.size(), 5u);
  ASSERT_EQ(read->unprocessed_keys.size(), 1u);
  EXPECT_EQ(read->unprocessed_keys[0].second.keys->size(), 2u);
  EXPECT_THAT(Outcome(BatchGetItem(table.state, reads)), StartsWith("ProvisionedThroughputExceeded"));
}

TEST(ThrottlingByCapacityTest, ThrottledStatementsOfABatchConsumeNothing) {
  ThrottledTable table;
  BatchExecuteStatementRequest batch;
  batch.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  batch.statements.emplace();
  for (int i = 0; i < 7; ++i) {
    batch.statements->emplace_back().statement =
        "INSERT INTO Items VALUE {'pk': 'p', 'sk': 's" + std::to_string(i) + "'}";
  }
  const auto written = BatchExecuteStatement(table.state, batch);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(std::count_if(written->responses.begin(), written->responses.end(),
                          [](const BatchStatementResponse& member) { return member.error.has_value(); }),
            2);
  ASSERT_TRUE(written->consumed_capacity.has_value());
  EXPECT_EQ(written->consumed_capacity->front().table_units, 5);
}

TEST(ThrottlingByCapacityTest, AnIndexThrottlesTheWritesThatReachIt) {
  TableDefinition definition = IndexedTable(kItems);
  definition.billing_mode = BillingMode::kProvisioned;
  definition.provisioned_throughput = {100, 100};
  definition.global_secondary_indexes->front().provisioned_throughput = {1, 2};
  ThrottledTable table(definition);
  const auto put = [&](std::string_view sort) {
    return PutItem(table.state, Put(ItemWith("p", sort, {{"b", S(sort)}})));
  };
  EXPECT_EQ(Outcome(put("1")), "ok");
  EXPECT_EQ(Outcome(put("2")), "ok");
  EXPECT_EQ(FormatThrottling(put("3")),
            std::string("ProvisionedThroughputExceeded IndexWriteProvisionedThroughputExceeded of ") + kTableArn +
                "/index/global");
  // A write of an item without the index's key attribute consumes no units of the index.
  EXPECT_EQ(Outcome(PutItem(table.state, Put(ItemWith("p", "4", {})))), "ok");

  const QueryRequest query = QueryIndex("global", "b = :b", Fields({{":b", S("1")}}));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Outcome(Query(table.state, query)), "ok");
  EXPECT_EQ(FormatThrottling(Query(table.state, query)),
            std::string("ProvisionedThroughputExceeded IndexReadProvisionedThroughputExceeded of ") + kTableArn +
                "/index/global");
}

TEST(ThrottlingByCapacityTest, OnDemandTablesHaveTheLimitsOfTheirPartitionKeys) {
  ThrottledTable table(PlainTable(kItems));
  EXPECT_EQ(table.PutsUntilThrottled("p"), 1'000);
  const auto refused = PutItem(table.state, Put(ItemWith("p", "s", {})));
  EXPECT_EQ(FormatThrottling(refused), std::string("Throttling TableWriteKeyRangeThroughputExceeded of ") + kTableArn);
  EXPECT_THAT(refused.error().message, StartsWith("Throughput exceeds the current capacity of your table or index."));
  EXPECT_EQ(Outcome(PutItem(table.state, Put(ItemWith("q", "s", {})))), "ok");
  for (int i = 0; i < 6'000; ++i) ASSERT_TRUE(GetItem(table.state, Get(Key("p", "s"))).ok()) << i;
  EXPECT_EQ(FormatThrottling(GetItem(table.state, Get(Key("p", "s")))),
            std::string("Throttling TableReadKeyRangeThroughputExceeded of ") + kTableArn);
  table.Wait(absl::Seconds(1));
  EXPECT_EQ(table.PutsUntilThrottled("p"), 1'000);
}

TEST(ThrottlingByCapacityTest, OnDemandTablesHaveTheirMaximum) {
  TableDefinition definition = PlainTable(kItems);
  definition.on_demand_throughput = OnDemandThroughput{.max_read_request_units = 10, .max_write_request_units = 3};
  ThrottledTable table(definition);
  EXPECT_EQ(table.PutsUntilThrottled(), 3);
  EXPECT_EQ(FormatThrottling(PutItem(table.state, Put(ItemWith("p", "s", {})))),
            std::string("Throttling TableWriteMaxOnDemandThroughputExceeded of ") + kTableArn);
  table.Wait(absl::Seconds(60));
  EXPECT_EQ(table.PutsUntilThrottled(), 3);
}

// Each partition key that has used units has a bucket. Of many buckets the full ones are dropped and, if more than half
// of kPartitionsMax remain, those that lack least. If the bucket of `p` were dropped, too, `p` would have all its units
// again.
TEST(ThrottlingByCapacityTest, AUsedUpPartitionKeyIsRememberedWhenFullerBucketsAreDropped) {
  ThrottledTable table(PlainTable(kItems));
  EXPECT_EQ(table.PutsUntilThrottled("p"), 1'000);
  for (int i = 0; i < 3'000; ++i) table.Store(ItemWith("q" + std::to_string(i), "s", {}));
  EXPECT_EQ(table.PutsUntilThrottled("p"), 0);
  table.Wait(absl::Milliseconds(10));
  for (int i = 0; i < 9'000; ++i) table.Store(ItemWith("r" + std::to_string(i), "s", {}));
  EXPECT_LT(table.state.throughput->partition_count(), 9'000u) << "no bucket was dropped";
  EXPECT_EQ(table.PutsUntilThrottled("p"), 10);
}

// While the clock is stopped, no bucket becomes full.
TEST(ThrottlingByCapacityTest, OnAStoppedClockTheMostUsedPartitionKeysAreRemembered) {
  ThrottledTable table(PlainTable(kItems));
  EXPECT_EQ(table.PutsUntilThrottled("p"), 1'000);
  EXPECT_EQ(table.PutsUntilThrottled("q", 500), 500);
  const size_t keys = 3 * ThroughputLimits::kPartitionsMax;
  for (size_t i = 0; i < keys; ++i) ASSERT_TRUE(GetItem(table.state, Get(Key("r" + std::to_string(i), "s"))).ok());
  EXPECT_LE(table.state.throughput->partition_count(), ThroughputLimits::kPartitionsMax);
  EXPECT_EQ(table.PutsUntilThrottled("p"), 0);
  EXPECT_EQ(table.PutsUntilThrottled("q"), 500);
}

TEST(ThrottlingByCapacityTest, ARecreatedTableStartsWithNewUnits) {
  ThrottledTable table;
  table.PutsUntilThrottled();
  DeleteTableRequest request;
  request.table_name = kItems;
  ASSERT_EQ(Outcome(DeleteTable(table.state, request)), "ok");
  table.Create(Provisioned(5, 5));
  EXPECT_EQ(table.PutsUntilThrottled(), 5);
}

TEST(ThrottlingByCapacityTest, AClockThatIsSetBackNeitherAddsNorRemovesUnits) {
  ThrottledTable table;
  EXPECT_EQ(table.PutsUntilThrottled(), 5);
  table.Wait(-absl::Hours(1));
  EXPECT_EQ(table.PutsUntilThrottled(), 0);
  table.Wait(absl::Seconds(1));
  EXPECT_EQ(table.PutsUntilThrottled(), 5);
}

}  // namespace
}  // namespace holdfast::testing
