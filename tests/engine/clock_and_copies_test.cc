// Clocks and copies of databases: a copy includes the clock, a clock does not move during an operation or a copy, and
// iterators do not confuse stream records that a restore undid with later ones.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/concurrent_call.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Slots";
constexpr char kAccount[] = "000000000000";
constexpr char kRegion[] = "us-east-1";
const absl::Time kStart = absl::FromUnixSeconds(1'700'000'000);

TableDefinition StreamedTable() {
  TableDefinition definition = PlainTable(kTable);
  definition.attribute_definitions = {Define("pk")};
  definition.key_schema = {Hash("pk")};
  definition.stream_specification = {true, StreamViewType::kKeysOnly};
  definition.billing_mode = BillingMode::kProvisioned;
  definition.provisioned_throughput = {5, 5};
  return definition;
}

void Put(Database& database, const std::string& pk, int64_t expires = 0) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = AttributeMap{{"pk", AV::String(pk)}, {"expires", AV::Number(expires)}};
  const Result<PutItemResponse> response = database.PutItem(request);
  ASSERT_TRUE(response.ok()) << response.error().message;
}

std::string FirstIterator(Database& database) {
  GetShardIteratorRequest request;
  request.stream_arn = database.ListStreams({})->streams.front().stream_arn;
  DescribeStreamRequest description;
  description.stream_arn = request.stream_arn;
  request.shard_id = database.DescribeStream(description)->shards.front().id;
  request.shard_iterator_type = ShardIteratorType::kTrimHorizon;
  return database.GetShardIterator(request)->shard_iterator;
}

// The partition keys of the next page, each followed by a blank, or the error's message. Advances `*iterator`.
std::string NextRecords(Database& database, std::string* iterator) {
  GetRecordsRequest request;
  request.shard_iterator = *iterator;
  const Result<GetRecordsResponse> page = database.GetRecords(request);
  if (!page.ok()) return page.error().message;
  *iterator = page->next_shard_iterator.value_or("");
  std::string keys;
  for (const RecordDescription& record : page->records) {
    keys += std::string(record.keys.view().Find("pk")->bytes()) + " ";
  }
  return keys;
}

// A clock whose Now() calls `on_now` once after each assignment to `on_now`.
class CallingClock final : public Clock {
 public:
  absl::Time Now() const override {
    if (on_now) std::exchange(on_now, nullptr)();
    return kStart;
  }
  mutable std::function<void()> on_now;
};

TEST(ClockAndCopies, AConsumerThatOutlivesARestoreReadsEveryLaterRecord) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  Put(database, "before");
  const Snapshot snapshot = database.TakeSnapshot();
  for (const char* pk : {"undone-1", "undone-2", "undone-3"}) Put(database, pk);
  std::string iterator = FirstIterator(database);
  EXPECT_EQ(NextRecords(database, &iterator), "before undone-1 undone-2 undone-3 ");
  database.Restore(snapshot);
  Put(database, "after-1");
  Put(database, "after-2");
  EXPECT_EQ(NextRecords(database, &iterator), "after-1 after-2 ");
  std::string fresh = FirstIterator(database);
  EXPECT_EQ(NextRecords(database, &fresh), "before after-1 after-2 ");
}

// The clock does not move, so the new stream has the ARN of the old one. Its records are numbered after all old
// records.
TEST(ClockAndCopies, AConsumerThatOutlivesAResetGetsATrimmedDataError) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  for (const char* pk : {"old-1", "old-2", "old-3"}) Put(database, pk);
  std::string iterator = FirstIterator(database);
  EXPECT_EQ(NextRecords(database, &iterator), "old-1 old-2 old-3 ");
  database.Reset();
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  Put(database, "new");
  EXPECT_EQ(NextRecords(database, &iterator), "The data you are trying to access has been trimmed");
  std::string fresh = FirstIterator(database);
  EXPECT_EQ(NextRecords(database, &fresh), "new ");
}

TEST(ClockAndCopies, AConsumerOfADroppedForkReadsEveryRecordOfItsSuccessor) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  ASSERT_TRUE(engine.database(kAccount, kRegion).CreateTable(StreamedTable()).ok());
  Put(*engine.fork(kAccount, kRegion, "f"), "old-1");
  Put(*engine.fork(kAccount, kRegion, "f"), "old-2");
  std::string iterator = FirstIterator(*engine.fork(kAccount, kRegion, "f"));
  EXPECT_EQ(NextRecords(*engine.fork(kAccount, kRegion, "f"), &iterator), "old-1 old-2 ");
  engine.DropForks({});
  Put(*engine.fork(kAccount, kRegion, "f"), "new");
  EXPECT_EQ(NextRecords(*engine.fork(kAccount, kRegion, "f"), &iterator), "new ");
}

TEST(ClockAndCopies, AMoveOfTheClockFreesExpiredTokensAndStreamRecords) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  database.StopClock(kStart);
  const size_t empty = StoredBytes::Total();
  // Each transaction replaces one item, which makes a token and a record.
  for (int i = 0; i < 20'000; ++i) {
    TransactWriteItemsRequest request;
    request.client_request_token = "token " + std::to_string(i);
    TransactWriteItem& action = request.transact_items.emplace().emplace_back();
    action.put.emplace().table_name = kTable;
    action.put->item = AttributeMap{{"pk", AV::String("a")}, {"expires", AV::Number(i)}};
    ASSERT_TRUE(database.TransactWriteItems(request).ok());
  }
  const size_t full = StoredBytes::Total();
  database.AdvanceClock(absl::Minutes(11));
  const size_t without_tokens = StoredBytes::Total();
  EXPECT_LT(without_tokens - empty, (full - empty) * 3 / 4);
  database.AdvanceClock(absl::Hours(25));
  EXPECT_LT(StoredBytes::Total() - empty, (full - empty) / 20);
}

TEST(ClockAndCopies, AResetToTheTemplateKeepsTheClockOfTheDatabase) {
  Engine engine({.template_account = "111111111111"}, nullptr, 7);
  Database& original = engine.database("111111111111", kRegion);
  ASSERT_TRUE(original.CreateTable(StreamedTable()).ok());
  Database& worker = engine.database("222222222222", kRegion);
  worker.StopClock(kStart);
  engine.Reset({.account = "222222222222"});
  EXPECT_TRUE(worker.IsClockStopped());
  EXPECT_EQ(worker.Now(), kStart);

  worker.StartClock();
  original.StopClock(kStart);
  engine.Reset({.account = "222222222222"});
  EXPECT_FALSE(worker.IsClockStopped()) << "the database's clock runs, although that of the template is stopped";
}

TEST(ClockAndCopies, AResetToTheTemplateDeletesItemsThatExpiredByTheDatabasesClock) {
  const EngineOptions options{.template_account = "111111111111"};
  Engine engine(options, nullptr, 7);
  Database& original = engine.database("111111111111", kRegion);
  original.StopClock(kStart);
  ASSERT_TRUE(original.CreateTable(StreamedTable()).ok());
  ASSERT_TRUE(original.UpdateTimeToLive({kTable, TimeToLiveSpecification{true, "expires"}}).ok());
  Put(original, "expired", absl::ToUnixSeconds(kStart) + 60);
  Database& later = engine.database("222222222222", kRegion);
  later.AdvanceClock(absl::Hours(1));
  EXPECT_EQ(later.CountSize().items, 0u);
  engine.Reset({.account = "222222222222"});
  EXPECT_EQ(later.CountSize().items, 0u);
  EXPECT_EQ(original.CountSize().items, 1u);
}

TEST(ClockAndCopies, AResetToATemplateWithALaterClockKeepsTheDelaysOfTransitions) {
  EngineOptions options;
  options.template_account = "111111111111";
  options.realistic_timing = true;
  Engine engine(options, nullptr, 7);
  Database& original = engine.database("111111111111", kRegion);
  Database& earlier = engine.database("222222222222", kRegion);
  earlier.StopClock(kStart);
  original.StopClock(kStart + absl::Hours(24 * 365));
  ASSERT_TRUE(original.CreateTable(PlainTable(kTable)).ok());
  engine.Reset({.account = "222222222222"});
  EXPECT_EQ(earlier.DescribeTable({kTable})->table.table_status, TableStatus::kCreating);
  earlier.AdvanceClock(absl::Seconds(5));
  EXPECT_EQ(earlier.DescribeTable({kTable})->table.table_status, TableStatus::kActive);
}

TEST(ClockAndCopies, ATableBecomesActiveAfterTheClockWasSetBackDuringItsCreation) {
  EngineOptions options;
  options.realistic_timing = true;
  Engine engine(options, nullptr, 1);
  Database& database = engine.database(kAccount, kRegion);
  database.StopClock(kStart);
  ASSERT_TRUE(database.CreateTable(PlainTable(kTable)).ok());
  database.AdvanceClock(absl::Seconds(1));
  database.StopClock(kStart - absl::Hours(24));
  EXPECT_EQ(database.DescribeTable({kTable})->table.table_status, TableStatus::kCreating);
  database.AdvanceClock(absl::Seconds(2));
  EXPECT_EQ(database.DescribeTable({kTable})->table.table_status, TableStatus::kCreating) << "one second is left";
  database.AdvanceClock(absl::Seconds(2));
  EXPECT_EQ(database.DescribeTable({kTable})->table.table_status, TableStatus::kActive);
}

// Calls `change` on another thread during an operation, and expects the call to wait until the operation has ended.
void ExpectWaitsForOperation(const std::function<void(Database&)>& change) {
  const auto source = std::make_shared<CallingClock>();
  Engine engine({}, source, 1);
  Database& database = engine.database(kAccount, kRegion);
  std::optional<testing::ConcurrentCall> concurrent;
  source->on_now = [&] {
    concurrent.emplace([&] { change(database); });
    EXPECT_TRUE(concurrent->Waits());
  };
  ASSERT_TRUE(database.CreateTable(PlainTable(kTable)).ok());
}

// The operation, CreateTable, reads the clock more than once.
TEST(ClockAndCopies, AClockIsNotMovedDuringAnOperation) {
  ExpectWaitsForOperation([](Database& database) { database.StopClock(kStart - absl::Hours(1)); });
}

TEST(ClockAndCopies, ASnapshotIsNotTakenDuringAnOperation) {
  ExpectWaitsForOperation([](Database& database) {
    const Snapshot snapshot = database.TakeSnapshot();
    database.Reset();
    database.Restore(snapshot);
    EXPECT_EQ(database.DescribeTable({kTable})->table.table_status, TableStatus::kActive)
        << "the snapshot includes the operation";
  });
}

TEST(ClockAndCopies, AForkIsNotMadeDuringAnOperation) {
  ExpectWaitsForOperation([](Database& database) {
    EXPECT_EQ(database.Fork()->DescribeTable({kTable})->table.table_status, TableStatus::kActive);
  });
}

TEST(ClockAndCopies, NothingIsRestoredDuringAnOperation) {
  Engine empty({}, nullptr, 1);
  const Snapshot snapshot = empty.database(kAccount, kRegion).TakeSnapshot();
  ExpectWaitsForOperation([&](Database& database) { database.Restore(snapshot); });
}

TEST(ClockAndCopies, NothingIsResetDuringAnOperation) {
  ExpectWaitsForOperation([](Database& database) { database.Reset(); });
}

// A fork copies the clock and the tables at one moment: a table in the fork was created at the time that the fork's
// clock shows.
TEST(ClockAndCopies, AForkCopiesClockAndTablesAtOneMoment) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  database.StopClock(kStart);
  std::atomic<bool> stop = false;
  std::thread mover([&] {
    for (int i = 0; !stop; ++i) {
      database.AdvanceClock(absl::Seconds(1));
      TableDefinition definition = PlainTable("Table" + std::to_string(i));
      EXPECT_TRUE(database.CreateTable(definition).ok());
      EXPECT_TRUE(database.DeleteTable({.table_name = definition.table_name}).ok());
    }
  });
  size_t tables_seen = 0;
  for (int i = 0; i < 500 || tables_seen == 0; ++i) {
    const std::unique_ptr<Database> fork = database.Fork();
    const absl::Time now = fork->Now();
    const std::vector<std::string> names = fork->ListTables({})->table_names;
    for (const std::string& name : names) {
      EXPECT_EQ(fork->DescribeTable({.table_name = name})->table.creation_time, now);
    }
    tables_seen += names.size();
  }
  stop = true;
  mover.join();
}

// A copy has no items that have expired by its clock, even if the original's clock was moved just before the copy was
// made.
TEST(ClockAndCopies, CopiesHaveNoItemsThatExpiredByTheirClock) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  ASSERT_TRUE(database.UpdateTimeToLive({kTable, TimeToLiveSpecification{true, "expires"}}).ok());
  database.StopClock(kStart);
  std::atomic<bool> stop = false;
  std::thread mover([&] {
    while (!stop) {
      for (int k = 0; k < 20; ++k) {
        Put(database, std::to_string(k), absl::ToUnixSeconds(database.Now()) + 5);
      }
      database.AdvanceClock(absl::Seconds(10));
    }
  });
  size_t items_seen = 0;
  for (int i = 0; i < 300 || items_seen == 0; ++i) {
    const std::unique_ptr<Database> fork = database.Fork();
    const int64_t now = absl::ToUnixSeconds(fork->Now());
    ScanRequest request;
    request.table_name = kTable;
    const Result<ScanResponse> scanned = fork->Scan(request);
    for (const ResponseItem& item : *scanned->items) {
      EXPECT_EQ(item.view().Find("expires")->bytes(), Number(now + 5).bytes());
    }
    items_seen += scanned->items->size();
  }
  stop = true;
  mover.join();
}

// Databases are created while the clocks of all databases are set: a database starts either with the old time and its
// clock is then set, or with the new time.
TEST(ClockAndCopies, ADatabaseThatIsFirstUsedWhileClocksAreSetHasTheNewTime) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<bool> begin = false;
    std::vector<std::thread> users;
    for (int user = 0; user < 2; ++user) {
      users.emplace_back([&, user] {
        while (!begin) std::this_thread::yield();
        engine.database(std::to_string(100'000'000'000 + round * 2 + user), kRegion);
      });
    }
    begin = true;
    const absl::Time now = kStart + absl::Seconds(round + 1);
    ASSERT_TRUE(engine.ChangeClocks({}, {.stop_at = now}));
    for (std::thread& user : users) user.join();
    for (const auto& [name, database] : engine.Select({})) ASSERT_EQ(database->Now(), now) << name.account;
  }
}

TEST(ClockAndCopies, AForkMadeDuringAResetIsDroppedOrEmpty) {
  Engine engine({}, std::make_shared<VirtualClock>(kStart), 7);
  Database& database = engine.database(kAccount, kRegion);
  for (int round = 0; round < 200; ++round) {
    ASSERT_TRUE(database.CreateTable(PlainTable(kTable)).ok());
    std::thread user([&] { engine.fork(kAccount, kRegion, "f"); });
    engine.Reset({});
    user.join();
    for (const auto& [name, found] : engine.Select({})) {
      EXPECT_TRUE(found->ListTables({})->table_names.empty()) << name.fork;
    }
  }
}

TEST(ClockAndCopies, ClocksThatWouldLeaveTheRangeAreClampedOrRefused) {
  Engine engine({}, std::make_shared<VirtualClock>(absl::InfiniteFuture()), 7);
  Database& database = engine.database(kAccount, kRegion);
  EXPECT_EQ(database.Now(), kTimeMax);
  EXPECT_FALSE(engine.ChangeClocks({}, {.stop_at = absl::InfinitePast()}));
  EXPECT_FALSE(engine.ChangeClocks({}, {.advance = absl::Nanoseconds(1)}));
  EXPECT_FALSE(database.IsClockStopped());
  database.StopClock(absl::InfinitePast());
  EXPECT_EQ(database.Now(), kTimeMin);
  database.AdvanceClock(absl::InfiniteDuration());
  EXPECT_EQ(database.Now(), kTimeMax);
  ASSERT_TRUE(database.CreateTable(StreamedTable()).ok());
  Put(database, "a");
}

TEST(ClockAndCopies, RestoringASnapshotOfAllRestoresClocksAndRemovesLaterForksAndTables) {
  Engine engine({}, nullptr, 7);
  ASSERT_TRUE(engine.FindOrCreate(kAccount, kRegion)->CreateTable(PlainTable(kTable)).ok());
  ASSERT_TRUE(engine.ChangeClocks({}, {.stop_at = kStart}));
  const EngineSnapshot snapshot = engine.TakeSnapshot({});
  ASSERT_TRUE(engine.ChangeClocks({}, {.advance = absl::Hours(1)}));
  engine.FindOrCreate(kAccount, kRegion, "since");
  ASSERT_TRUE(engine.FindOrCreate("200000000000", kRegion)->CreateTable(PlainTable(kTable)).ok());
  engine.Restore(snapshot);
  EXPECT_EQ(engine.clock().Now(), kStart);
  EXPECT_EQ(engine.Find(kAccount, kRegion)->Now(), kStart);
  EXPECT_EQ(engine.Find(kAccount, kRegion, "since"), nullptr);
  EXPECT_TRUE(engine.Find("200000000000", kRegion)->ListTables({})->table_names.empty());
}

TEST(ClockAndCopies, RestoringSomeDatabasesOfASnapshotChangesNoOthers) {
  constexpr const char* kOther = "200000000000";
  Engine engine({}, nullptr, 7);
  const auto tables = [&](const char* account) { return engine.Find(account, kRegion)->ListTables({})->table_names; };
  engine.database(kAccount, kRegion);
  engine.database(kOther, kRegion);
  ASSERT_TRUE(engine.ChangeClocks({}, {.stop_at = kStart}));
  const EngineSnapshot all = engine.TakeSnapshot({});
  const EngineSnapshot other = engine.TakeSnapshot({.account = kOther});
  ASSERT_TRUE(engine.ChangeClocks({}, {.advance = absl::Hours(1)}));
  for (const char* const account : {kAccount, kOther}) {
    ASSERT_TRUE(engine.Find(account, kRegion)->CreateTable(PlainTable(kTable)).ok());
    engine.FindOrCreate(account, kRegion, "since");
  }
  engine.Restore(all, {.account = kAccount, .region = kRegion});
  EXPECT_TRUE(tables(kAccount).empty());
  EXPECT_EQ(engine.Find(kAccount, kRegion)->Now(), kStart);
  EXPECT_EQ(engine.Find(kAccount, kRegion, "since"), nullptr);
  engine.Restore(other, {.account = kAccount});
  engine.Restore(other, {.account = kOther, .region = "eu-west-1"});
  EXPECT_EQ(tables(kOther).size(), 1u);
  EXPECT_EQ(engine.Find(kOther, kRegion)->Now(), kStart + absl::Hours(1));
  EXPECT_NE(engine.Find(kOther, kRegion, "since"), nullptr);
  EXPECT_EQ(engine.clock().Now(), kStart + absl::Hours(1));
}

}  // namespace
}  // namespace holdfast
