// Work that takes time linear in the size of a table is done in slices by the background worker. Here the tests
// run the slices themselves, so that they can stop after any of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/database/builds.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/scanned_items.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

constexpr char kTable[] = "Slots";
constexpr int64_t kNow = 1'791'540'000;
constexpr int kLargeTableItems = static_cast<int>(kImmediateBuildItemsMax) + 8'000;

class BackgroundWorkTest : public ::testing::Test {
 protected:
  BackgroundWorkTest() {
    engine_.SetBackgroundWorker([this] { ++wakes_; });
    EXPECT_TRUE(database_.CreateTable(PlainTable(kTable)).ok());
  }

  static void Put(Database& database, int number, std::string_view colour, int64_t expires = kNow - 10) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = AttributeMap{{"pk", S(std::to_string(number % 700))},
                                {"sk", S(std::to_string(number))},
                                {"colour", S(colour)},
                                {"expires", AttributeValue::Number(expires)}};
    ASSERT_EQ(Outcome(database.PutItem(request)), "ok");
  }
  static void Delete(Database& database, int number) {
    DeleteItemRequest request;
    request.table_name = kTable;
    request.key = AttributeMap{{"pk", S(std::to_string(number % 700))}, {"sk", S(std::to_string(number))}};
    ASSERT_EQ(Outcome(database.DeleteItem(request)), "ok");
  }
  void Fill(int count, int64_t expires = kNow - 10) {
    for (int i = 0; i < count; ++i) Put(database_, i, i % 2 == 0 ? "red" : "blue", expires);
  }
  // Creates the index `by_colour`, or deletes it.
  static std::string CreateOrDeleteIndex(Database& database, bool create) {
    TableUpdate update;
    update.table_name = kTable;
    if (create) update.attribute_definitions = {Define("colour")};
    GlobalSecondaryIndexUpdate& entry = update.global_secondary_index_updates.emplace().emplace_back();
    if (create) {
      entry.create = GlobalIndexOf("by_colour", {Hash("colour")});
    } else {
      entry.remove.emplace().index_name = "by_colour";
    }
    return Outcome(database.UpdateTable(update));
  }
  static std::string SetTimeToLive(Database& database, bool enabled, std::string attribute = "expires") {
    return Outcome(database.UpdateTimeToLive({kTable, TimeToLiveSpecification{enabled, std::move(attribute)}}));
  }
  // The status of the index `by_colour`, or `(none)`.
  static std::string IndexStatus(Database& database) {
    const Result<DescribeTableResponse> response = database.DescribeTable({kTable});
    if (!response.ok()) return Outcome(response);
    if (response->table.global_indexes.empty()) return "(none)";
    const GlobalIndexDescription& index = response->table.global_indexes.front();
    std::string status(EnumField<TableStatus>::TextOf(index.status));
    if (index.backfilling.has_value()) status += *index.backfilling ? ", backfilling" : ", allocating";
    return status;
  }
  // The sort keys of all items of the table or of an index, sorted.
  static std::vector<std::string> SortKeys(Database& database, std::optional<std::string> index) {
    std::vector<std::string> keys;
    ForEachItem(database, ScanOf(kTable, std::move(index)),
                [&keys](AttributeMapView item) { keys.emplace_back(item.Find("sk")->bytes()); });
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  static size_t Count(Database& database) { return SortKeys(database, std::nullopt).size(); }
  void ExpectIndexHasAllItems(Database& database) {
    EXPECT_EQ(IndexStatus(database), "ACTIVE");
    EXPECT_EQ(SortKeys(database, "by_colour"), SortKeys(database, std::nullopt));
  }
  void RunAllBackgroundWork() {
    while (engine_.RunBackgroundWork(absl::Seconds(1), /*sweep=*/false)) {
    }
  }

  int wakes_ = 0;
  std::shared_ptr<VirtualClock> clock_ = std::make_shared<VirtualClock>(absl::FromUnixSeconds(kNow));
  Engine engine_{{}, clock_, 1};
  Database& database_ = engine_.database("000000000000", "us-east-1");
};

TEST_F(BackgroundWorkTest, ALargeTablesIndexIsCreatingUntilItIsBuilt) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  EXPECT_GT(wakes_, 0) << "UpdateTable wakes the worker";
  EXPECT_EQ(IndexStatus(database_), "CREATING, backfilling");
  EXPECT_EQ(IndexStatus(database_), "CREATING, backfilling") << "DescribeTable does not build a large index";
  EXPECT_EQ(database_.DescribeTable({kTable})->table.table_status, TableStatus::kActive);
  EXPECT_EQ(Outcome(database_.Scan(ScanOf(kTable, "by_colour"))),
            "Cannot read from backfilling global secondary index: by_colour");

  EXPECT_TRUE(database_.RunBackgroundSlice(false)) << "one slice does not finish the work";
  EXPECT_EQ(IndexStatus(database_), "CREATING, backfilling");
  RunAllBackgroundWork();
  ExpectIndexHasAllItems(database_);
  EXPECT_FALSE(database_.RunBackgroundSlice(false));
}

TEST_F(BackgroundWorkTest, ASmallTablesIndexIsActiveAtTheNextDescribeTable) {
  Fill(500);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, WithoutAWorkerALargeTablesIndexIsActiveAtTheNextDescribeTable) {
  Fill(kLargeTableItems);
  engine_.SetBackgroundWorker(nullptr);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, ACopyMadeDuringABackfillFinishesItsOwnBackfill) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  for (int slice = 0; slice < 20; ++slice) ASSERT_TRUE(database_.RunBackgroundSlice(false));
  const Snapshot snapshot = database_.TakeSnapshot();
  const std::shared_ptr<Database> fork = engine_.fork("000000000000", "us-east-1", "copy");
  Put(*fork, 1'000'000, "green");
  EXPECT_EQ(IndexStatus(*fork), "CREATING, backfilling");

  RunAllBackgroundWork();
  ExpectIndexHasAllItems(database_);
  ExpectIndexHasAllItems(*fork);
  EXPECT_EQ(Count(database_), static_cast<size_t>(kLargeTableItems));
  EXPECT_EQ(Count(*fork), static_cast<size_t>(kLargeTableItems) + 1);

  database_.Restore(snapshot);
  EXPECT_EQ(IndexStatus(database_), "CREATING, backfilling");
  for (int i = 0; i < kLargeTableItems; i += 3) Delete(database_, i);
  RunAllBackgroundWork();
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, WritesBetweenSlicesAreInTheIndexOnce) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  Random random(7);
  while (database_.RunBackgroundSlice(false)) {
    for (int i = 0; i < 10; ++i) {
      const int number = static_cast<int>(random.Below(2 * kLargeTableItems));
      if (random.Below(3) == 0) {
        Delete(database_, number);
      } else {
        Put(database_, number, random.Below(2) == 0 ? "red" : "yellow");
      }
    }
  }
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, TheIndexIncludesConcurrentWritesDuringABackfill) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  std::atomic<bool> built{false};
  std::vector<std::thread> writers;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    writers.emplace_back([this, seed, &built] {
      Random random(seed);
      while (!built) {
        const int number = static_cast<int>(random.Below(2 * kLargeTableItems));
        if (random.Below(3) == 0) {
          Delete(database_, number);
        } else {
          Put(database_, number, random.Below(2) == 0 ? "red" : "yellow");
        }
      }
    });
  }
  // Waits until the threads are writing.
  const uint64_t last = database_.last_commit();
  while (database_.last_commit() < last + 100) std::this_thread::yield();
  RunAllBackgroundWork();
  built = true;
  for (std::thread& writer : writers) writer.join();
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, DuringABackfillTheIndexCanBeDeletedButNotTheTable) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  ASSERT_TRUE(database_.RunBackgroundSlice(false));
  EXPECT_EQ(Outcome(database_.DeleteTable({kTable})),
            "ResourceInUse: Attempt to change a resource which is still in use: Cannot delete table while indexes are "
            "being created, updated, or deleted.");
  ASSERT_EQ(CreateOrDeleteIndex(database_, false), "ok");
  EXPECT_EQ(IndexStatus(database_), "(none)");
  EXPECT_FALSE(database_.RunBackgroundSlice(false)) << "nothing is built for a deleted index";
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  RunAllBackgroundWork();
  ExpectIndexHasAllItems(database_);
  ASSERT_EQ(CreateOrDeleteIndex(database_, false), "ok");
  EXPECT_EQ(Outcome(database_.DeleteTable({kTable})), "ok");
}

TEST_F(BackgroundWorkTest, AResetDuringABackfillEndsIt) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  ASSERT_TRUE(database_.RunBackgroundSlice(false));
  database_.Reset();
  ASSERT_EQ(Outcome(database_.CreateTable(PlainTable(kTable))), "ok");
  Fill(10);
  EXPECT_FALSE(database_.RunBackgroundSlice(false));
  EXPECT_EQ(IndexStatus(database_), "(none)");
}

TEST_F(BackgroundWorkTest, MovingTheClockFinishesBuildsAndDeletesExpiredItems) {
  Fill(kLargeTableItems, kNow + 5);
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  database_.StopClock(absl::FromUnixSeconds(kNow));
  EXPECT_EQ(IndexStatus(database_), "ACTIVE");
  EXPECT_EQ(Count(database_), static_cast<size_t>(kLargeTableItems));
  database_.AdvanceClock(absl::Seconds(6));
  EXPECT_EQ(Count(database_), 0u);
  ExpectIndexHasAllItems(database_);
}

TEST_F(BackgroundWorkTest, TimeToLiveEnabledOnALargeTableIncludesAllItems) {
  Fill(kLargeTableItems);
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  for (int slice = 0; slice < 10; ++slice) ASSERT_TRUE(database_.RunBackgroundSlice(true));
  EXPECT_EQ(Count(database_), static_cast<size_t>(kLargeTableItems))
      << "the sweep begins when all items are ordered by expiry";
  // A fork that is made now has the same work left to do.
  const std::shared_ptr<Database> fork = engine_.fork("000000000000", "us-east-1", "copy");
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::InfiniteDuration(), true));
  EXPECT_EQ(Count(database_), 0u);
  EXPECT_EQ(Count(*fork), 0u);
}

TEST_F(BackgroundWorkTest, ARequestedSweepIncludesItemsThatAreNotOrderedByExpiryYet) {
  Fill(kLargeTableItems);
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  EXPECT_EQ(database_.SweepExpiredItems(), static_cast<size_t>(kLargeTableItems));
  EXPECT_EQ(Count(database_), 0u);
}

TEST_F(BackgroundWorkTest, TimeToLiveDisabledDuringItsBuildDeletesNothing) {
  Fill(kLargeTableItems);
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  ASSERT_TRUE(database_.RunBackgroundSlice(false));
  ASSERT_EQ(SetTimeToLive(database_, false), "ok");
  RunAllBackgroundWork();
  EXPECT_EQ(database_.SweepExpiredItems(), 0u);
  EXPECT_EQ(Count(database_), static_cast<size_t>(kLargeTableItems));
  ASSERT_EQ(SetTimeToLive(database_, true, "other"), "ok");
  RunAllBackgroundWork();
  EXPECT_EQ(database_.SweepExpiredItems(), 0u);
  ASSERT_EQ(SetTimeToLive(database_, false, "other"), "ok");
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  RunAllBackgroundWork();
  EXPECT_EQ(database_.SweepExpiredItems(), static_cast<size_t>(kLargeTableItems));
}

TEST_F(BackgroundWorkTest, ASweepIsDoneInSlices) {
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  Fill(1'000);
  EXPECT_TRUE(database_.RunBackgroundSlice(true));
  const size_t left = Count(database_);
  EXPECT_GT(left, 0u);
  EXPECT_LT(left, 1'000u);
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::InfiniteDuration(), true));
  EXPECT_EQ(Count(database_), 0u);
}

TEST_F(BackgroundWorkTest, NoSweepRunsWhileTheClockIsStopped) {
  ASSERT_EQ(SetTimeToLive(database_, true), "ok");
  database_.StopClock(absl::FromUnixSeconds(kNow));
  Fill(10);
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::InfiniteDuration(), true));
  EXPECT_EQ(Count(database_), 10u);
}

TEST_F(BackgroundWorkTest, BackgroundWorkStopsBetweenSlices) {
  Fill(kLargeTableItems);
  ASSERT_EQ(CreateOrDeleteIndex(database_, true), "ok");
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(engine_.RunBackgroundWork(absl::InfiniteDuration(), true, &stop));
  EXPECT_EQ(IndexStatus(database_), "CREATING, backfilling");
}

}  // namespace
}  // namespace holdfast::testing
