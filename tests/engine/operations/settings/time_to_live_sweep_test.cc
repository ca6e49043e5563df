#include "engine/database/time_to_live_sweep.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/database/late_expiry.h"
#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/settings/update_time_to_live.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {
namespace {

// Runs a whole sweep. Returns the number of deleted items.
size_t SweepAll(DatabaseState& database) {
  size_t deleted = 0;
  for (SweepPosition position; !position.done;) deleted += SweepExpiredItems(database, 1'000, position).deleted;
  return deleted;
}

// A table whose items expire by the attribute `ttl`, with a clock that only the test moves.
struct ExpiringTable : ItemTable {
  explicit ExpiringTable(const TableDefinition& definition = PlainTable(kItems), std::string attribute = "ttl",
                         const EngineOptions& options = EngineOptions())
      : ItemTable(definition, options) {
    SetTimeToLive(true, std::move(attribute));
  }

  void SetTimeToLive(bool enabled, std::string attribute, std::string table = kItems) {
    const TimeToLiveSpecification specification = {enabled, std::move(attribute)};
    ASSERT_EQ(Outcome(UpdateTimeToLive(state, {std::move(table), specification})), "ok");
  }
  int64_t now() const { return absl::ToUnixSeconds(clock->Now()); }
  AttributeValue SecondsAgo(int64_t seconds) const { return AttributeValue::Number(now() - seconds); }
  size_t Sweep() { return SweepAll(state); }
};

TEST(SweepExpiredItems, DeletesOnlyExpiredItems) {
  ExpiringTable items;
  items.Store(ItemWith("p", "gone", {{"ttl", items.SecondsAgo(1)}}));
  items.Store(ItemWith("p", "this second", {{"ttl", items.SecondsAgo(0)}}));
  items.Store(ItemWith("p", "to come", {{"ttl", items.SecondsAgo(-1)}}));
  items.Store(ItemWith("p", "six years ago", {{"ttl", items.SecondsAgo(6 * 365 * 86'400)}}));
  items.Store(ItemWith("p", "text", {{"ttl", S("1")}}));
  items.Store(Key("p", "timeless"));
  items.Store(ItemWith("alone", "gone", {{"ttl", items.SecondsAgo(1'000)}}));
  EXPECT_EQ(items.Stored(Key("alone", "gone")), R"({pk: "alone", sk: "gone", ttl: 1712370115})")
      << "an expired item remains until a sweep";

  EXPECT_EQ(items.Sweep(), 2u);
  EXPECT_EQ(items.Stored(Key("p", "gone")), kAbsent);
  EXPECT_EQ(items.Stored(Key("alone", "gone")), kAbsent);
  ScanRequest scan;
  scan.table_name = kItems;
  EXPECT_EQ(Scan(items.state, scan)->count, 5u);
  EXPECT_EQ(items.Sweep(), 0u);

  items.clock->Advance(absl::Seconds(1));
  EXPECT_EQ(items.Sweep(), 1u);
  EXPECT_EQ(items.Stored(Key("p", "this second")), kAbsent);
}

TEST(SweepExpiredItems, DeletesItemsLateIfThereIsADelay) {
  EngineOptions options;
  options.late_expiry = std::make_shared<LateExpiry>();
  ExpiringTable items(PlainTable(kItems), "ttl", options);
  for (int i = 0; i < 300; ++i) items.Store(ItemWith("p" + std::to_string(i), "s", {{"ttl", items.SecondsAgo(0)}}));
  items.Store(ItemWith("p", "old", {{"ttl", items.SecondsAgo(7'200)}}));
  items.clock->Advance(absl::Minutes(59));

  options.late_expiry->set_delay(absl::Hours(1));
  EXPECT_EQ(items.Sweep(), 1u) << "the item that expired more than an hour ago";
  EXPECT_EQ(options.late_expiry->items_skipped(), 300u);
  EXPECT_NE(items.Stored(Key("p7", "s")), kAbsent);
  items.clock->Advance(absl::Minutes(2));
  EXPECT_EQ(items.Sweep(), 300u);
  EXPECT_EQ(options.late_expiry->items_skipped(), 300u);

  items.Store(ItemWith("p", "s", {{"ttl", items.SecondsAgo(1)}}));
  options.late_expiry->set_delay(absl::ZeroDuration());
  EXPECT_EQ(items.Sweep(), 1u);
}

TEST(SweepExpiredItems, DeletesItemsStoredBeforeTimeToLiveWasEnabled) {
  ItemTable items;
  items.Store(ItemWith("p", "s", {{"expiresAt", N("1712371000")}}));
  EXPECT_EQ(SweepAll(items.state), 0u);
  ASSERT_EQ(Outcome(UpdateTimeToLive(items.state, {kItems, TimeToLiveSpecification{true, "expiresAt"}})), "ok");
  EXPECT_EQ(SweepAll(items.state), 1u);
}

TEST(SweepExpiredItems, AfterDisablingNothingExpires) {
  ExpiringTable items;
  items.Store(ItemWith("p", "s", {{"ttl", items.SecondsAgo(1)}}));
  items.SetTimeToLive(false, "ttl");
  EXPECT_EQ(items.Sweep(), 0u);
  items.SetTimeToLive(true, "other");
  EXPECT_EQ(items.Sweep(), 0u);
}

TEST(SweepExpiredItems, SweepsEveryTable) {
  ExpiringTable items;
  items.Create(PlainTable("Second"));
  items.Create(PlainTable("Lasting"));
  items.SetTimeToLive(true, "gone", "Second");
  for (const char* table : {kItems, "Second", "Lasting"}) {
    items.Store(ItemWith("p", "s", {{"ttl", items.SecondsAgo(1)}, {"gone", items.SecondsAgo(1)}}), table);
  }
  EXPECT_EQ(items.Sweep(), 2u);
  EXPECT_EQ(items.Stored(Key("p", "s"), kItems), kAbsent);
  EXPECT_EQ(items.Stored(Key("p", "s"), "Second"), kAbsent);
  EXPECT_NE(items.Stored(Key("p", "s"), "Lasting"), kAbsent);
}

TEST(SweepExpiredItems, DeletesManyItemsOfOnePartitionAndOfManyPartitions) {
  ExpiringTable items;
  for (int i = 0; i < 1'000; ++i) {
    const AttributeValue ttl = items.SecondsAgo(i % 3 == 0 ? 5 : -5);
    items.Store(ItemWith("together", std::to_string(i), {{"ttl", ttl}}));
    items.Store(ItemWith(std::to_string(i), "alone", {{"ttl", ttl}}));
  }
  EXPECT_EQ(items.Sweep(), 2u * 334u);
  ScanRequest scan;
  scan.table_name = kItems;
  EXPECT_EQ(Scan(items.state, scan)->count, 2u * 666u);
}

TEST(SweepExpiredItems, TheAttributeMayBeAKey) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk", ScalarAttributeType::kNumber)};
  definition.key_schema = {Hash("pk")};
  ExpiringTable items(definition, "pk");
  items.Store({{"pk", items.SecondsAgo(1)}});
  items.Store({{"pk", items.SecondsAgo(-1)}});
  EXPECT_EQ(items.Sweep(), 1u);
  EXPECT_NE(items.Stored({{"pk", items.SecondsAgo(-1)}}), kAbsent);
}

TEST(SweepExpiredItems, DeletesTheIndexEntriesOfItems) {
  ExpiringTable items(IndexedTable(kItems));
  const auto store = [&](std::string_view sk, AttributeValue ttl) {
    items.Store(ItemWith("p", sk, {{"a", S("a")}, {"b", S("b")}, {"ttl", std::move(ttl)}}));
  };
  store("gone", items.SecondsAgo(1));
  store("to come", items.SecondsAgo(-1));
  EXPECT_EQ(items.Sweep(), 1u);
  for (const char* index : {"local", "global"}) {
    QueryRequest query;
    query.table_name = kItems;
    query.index_name = index;
    query.key_condition_expression = std::string(index) == "local" ? "pk = :v" : "b = :v";
    query.expression_fields = Fields({{":v", S(std::string(index) == "local" ? "p" : "b")}});
    const Result<QueryResponse> response = Query(items.state, query);
    ASSERT_EQ(Outcome(response), "ok");
    EXPECT_EQ(FormatAll(*response->items),
              std::vector<std::string>{R"({a: "a", b: "b", pk: "p", sk: "to come", ttl: 1712371116})"})
        << index;
  }
}

TEST(SweepExpiredItems, StreamRecordsOfDeletionsNameTimeToLive) {
  ExpiringTable items;
  const std::shared_ptr<Table> table = items.state.tables.Find(kItems);
  const auto stream =
      std::make_shared<TableStream>(TableStream::Identity{kItems, "arn", "label", table->schema().key,
                                                          StreamViewType::kNewAndOldImages, items.clock->Now()},
                                    1, SequenceNumber(1, 0));
  table->ChangeStructure([&](const TableStructure& structure) {
    return TableStructure{structure.global_indexes, stream};
  });
  items.Store(ItemWith("p", "by sweep", {{"ttl", items.SecondsAgo(1)}}));
  items.Store(ItemWith("p", "by request", {{"ttl", items.SecondsAgo(1)}}));
  ASSERT_EQ(Outcome(DeleteItem(items.state, Delete(Key("p", "by request")))), "ok");
  ASSERT_EQ(items.Sweep(), 1u);

  const std::string shard = stream->Shards(items.clock->Now()).front().id;
  const auto bounds = stream->BoundsOf(shard, items.clock->Now());
  const auto page = stream->Read(shard, bounds->trim_horizon, 10, items.clock->Now());
  ASSERT_EQ(page->last - page->first, 4u);
  const StreamRecord& requested = page->records[page->first + 2];
  EXPECT_EQ(Format(requested.after), kAbsent);
  EXPECT_FALSE(requested.by_time_to_live);
  const StreamRecord& swept = page->records[page->first + 3];
  EXPECT_EQ(Format(swept.before), R"({pk: "p", sk: "by sweep", ttl: 1712371114})");
  EXPECT_EQ(Format(swept.after), kAbsent);
  EXPECT_TRUE(swept.by_time_to_live);
}

// The sweep does not visit items that expire later, that expired more than five years ago, or that never expire.
TEST(SweepExpiredItems, VisitsOnlyExpiredItems) {
  ExpiringTable items;
  for (int i = 0; i < 1'000; ++i) {
    items.Store(ItemWith("p", "later" + std::to_string(i), {{"ttl", items.SecondsAgo(-1 - i)}}));
    items.Store(ItemWith("p", "too long ago" + std::to_string(i), {{"ttl", items.SecondsAgo(6 * 365 * 86'400 + i)}}));
    items.Store(Key("p", "timeless" + std::to_string(i)));
  }
  for (int i = 0; i < 5; ++i) items.Store(ItemWith("p", std::to_string(i), {{"ttl", items.SecondsAgo(1)}}));
  SweepPosition position;
  const SweepCount count = SweepExpiredItems(items.state, 1'000'000, position);
  EXPECT_TRUE(position.done);
  EXPECT_EQ(count.visited, 5u);
  EXPECT_EQ(count.deleted, 5u);
  SweepPosition again;
  EXPECT_EQ(SweepExpiredItems(items.state, 1'000'000, again).visited, 0u);
}

TEST(SweepExpiredItems, RunsInSlicesAndACopiedDatabaseSweepsTheRest) {
  ExpiringTable items;
  items.Create(PlainTable("Second"));
  items.SetTimeToLive(true, "ttl", "Second");
  for (int i = 0; i < 50; ++i) {
    items.Store(ItemWith(std::to_string(i), "s", {{"ttl", items.SecondsAgo(1)}}));
    items.Store(ItemWith("p", std::to_string(i), {{"ttl", items.SecondsAgo(1)}}), "Second");
  }
  SweepPosition position;
  EXPECT_EQ(SweepExpiredItems(items.state, 30, position).deleted, 30u);
  EXPECT_FALSE(position.done);
  DatabaseState copy(items.state, "000000000000", "us-east-1", std::make_shared<DatabaseClock>(items.clock));
  EXPECT_EQ(SweepAll(copy), 70u);
  size_t deleted = 30;
  int slices = 1;
  for (; !position.done; ++slices) deleted += SweepExpiredItems(items.state, 30, position).deleted;
  EXPECT_EQ(deleted, 100u);
  EXPECT_GE(slices, 4);
  EXPECT_EQ(items.Sweep(), 0u);
}

TEST(SweepExpiredItems, ARenewedItemIsVisitedWhenItIsDueAgain) {
  ExpiringTable items(PlainTable(kItems), "expires");
  items.Store(ItemWith("p", "s", {{"expires", items.SecondsAgo(1)}}));
  ASSERT_EQ(Outcome(UpdateItem(items.state, Update(Key("p", "s"), "SET expires = :later",
                                                   Fields({{":later", items.SecondsAgo(-10)}})))),
            "ok");
  SweepPosition position;
  EXPECT_EQ(SweepExpiredItems(items.state, 10, position).visited, 0u);
  ASSERT_EQ(Outcome(UpdateItem(items.state, Update(Key("p", "s"), "REMOVE expires"))), "ok");
  items.clock->Advance(absl::Seconds(20));
  EXPECT_EQ(items.Sweep(), 0u);
  ASSERT_EQ(Outcome(UpdateItem(items.state,
                               Update(Key("p", "s"), "SET expires = :now", Fields({{":now", items.SecondsAgo(1)}})))),
            "ok");
  EXPECT_EQ(items.Sweep(), 1u);
}

// After the clock is moved back, an item that was too old to expire can expire. An item that is stored while the clock
// is back can expire after the clock is moved forward again.
TEST(SweepExpiredItems, FollowsAClockThatIsMovedBack) {
  ExpiringTable items;
  const absl::Time start = items.clock->Now();
  constexpr int64_t kSixYears = 6 * 365 * 86'400;
  items.Store(ItemWith("p", "six years ago", {{"ttl", items.SecondsAgo(kSixYears)}}));
  items.clock->Set(start - absl::Seconds(kSixYears) - absl::Hours(1));
  items.Store(ItemWith("p", "two years later", {{"ttl", items.SecondsAgo(-2 * 365 * 86'400)}}));
  EXPECT_EQ(items.Sweep(), 0u);
  items.clock->Advance(absl::Hours(2));
  EXPECT_EQ(items.Sweep(), 1u);
  EXPECT_EQ(items.Stored(Key("p", "six years ago")), kAbsent);
  items.clock->Set(start);
  EXPECT_EQ(items.Sweep(), 1u);
}

TEST(SweepExpiredItems, ComparesTimesByValue) {
  ExpiringTable items;
  const std::string now = std::to_string(items.now());
  const std::string before = std::to_string(items.now() - 1);
  items.Store(ItemWith("p", "fraction before", {{"ttl", N(before + ".999")}}));
  items.Store(ItemWith("p", "exponent", {{"ttl", N("1.7e9")}}));
  items.Store(ItemWith("p", "fraction after", {{"ttl", N(now + ".001")}}));
  items.Store(ItemWith("p", "milliseconds", {{"ttl", N(before + "000")}}));
  items.Store(ItemWith("p", "negative", {{"ttl", N("-" + before)}}));
  EXPECT_EQ(items.Sweep(), 2u);
  EXPECT_EQ(items.Stored(Key("p", "fraction before")), kAbsent);
  EXPECT_EQ(items.Stored(Key("p", "exponent")), kAbsent);
}

}  // namespace
}  // namespace holdfast::testing
