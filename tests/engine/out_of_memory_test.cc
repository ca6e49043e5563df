// Memory runs out in an operation that changes tables, in background work, or when the clock is moved. Whichever
// allocation fails, the call can be repeated, and then everything is as if it had not failed.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "engine/base/memory_reserve.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/failing_allocations.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/streams/streams.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

constexpr char kTable[] = "Indexed";
constexpr char kRestored[] = "Restored";

// A database with a table that has indexes, a stream and some items, and a backup of it.
class Fixture {
 public:
  Fixture() {
    TableDefinition definition = IndexedTable(kTable);
    definition.stream_specification = {true, StreamViewType::kNewAndOldImages};
    EXPECT_EQ(Outcome(database.CreateTable(definition)), "ok");
    for (int i = 0; i < 20; ++i) Put(i);
    const auto backup = database.CreateBackup({kTable, "backup"});
    EXPECT_EQ(Outcome(backup), "ok");
    backup_arn = backup->backup_details.arn;
  }

  void Put(int i) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = AttributeMap{{"pk", S("a partition key that is not stored in place")},
                                {"sk", S("a sort key that is not stored in place " + std::to_string(i))},
                                {"a", S("a" + std::to_string(i))},
                                {"b", S("b" + std::to_string(i % 3))},
                                {"expires", AttributeValue::Number(absl::ToUnixSeconds(kNoon) + 60)}};
    ASSERT_EQ(Outcome(database.PutItem(request)), "ok");
  }
  size_t CountIn(const char* table, std::optional<std::string> index = std::nullopt) {
    ScanRequest request;
    request.table_name = table;
    request.index_name = std::move(index);
    const auto page = database.Scan(request);
    EXPECT_EQ(Outcome(page), "ok");
    return page.ok() ? page->items->size() : 0;
  }
  size_t OpenShards() {
    DescribeStreamRequest request;
    request.stream_arn = database.ListStreams({})->streams.front().stream_arn;
    const auto description = database.DescribeStream(request);
    size_t open = 0;
    for (const auto& shard : description->shards) {
      if (!shard.ending.has_value()) ++open;
    }
    return open;
  }

  Engine engine{{}, std::make_shared<VirtualClock>(kNoon), 7};
  Database& database = engine.database("000000000000", "us-east-1");
  std::string backup_arn;
};

using Call = std::function<std::string(Fixture&)>;

// Calls `change` again and again, each time with another allocation that fails, until none fails any more. If it threw,
// it has to succeed when it is repeated. Then `check` is called.
void ExpectRepeatable(const Call& change, const std::function<void(Fixture&)>& check) {
  // In how many runs an allocation failed but `change` did not throw, because the memory reserve replaced it.
  int64_t from_reserve = 0;
  for (int64_t n = 0;; ++n) {
    Fixture fixture;
    std::string outcome;
    const bool threw = ThrowsWhenAllocationFails(n, [&] { outcome = change(fixture); });
    const bool failed = allocation_failed;
    if (failed && !threw) ++from_reserve;
    if (threw) outcome = change(fixture);
    ASSERT_EQ(outcome, "ok") << "allocation " << n << (threw ? ", repeated" : "");
    ASSERT_NO_FATAL_FAILURE(check(fixture)) << "allocation " << n;
    ASSERT_EQ(fixture.CountIn(kTable, "global"), fixture.CountIn(kTable)) << "allocation " << n;
    if (!failed) break;
  }
  EXPECT_GT(from_reserve, 0);
}

TEST(OutOfMemory, ATableIsCreatedOrNot) {
  const Call create = [](Fixture& fixture) {
    TableDefinition definition = IndexedTable(kRestored);
    definition.stream_specification = {true, StreamViewType::kKeysOnly};
    return Outcome(fixture.database.CreateTable(definition));
  };
  ExpectRepeatable(create, [](Fixture& fixture) {
    const auto description = fixture.database.DescribeTable({kRestored});
    ASSERT_EQ(Outcome(description), "ok");
    EXPECT_EQ(description->table.table_status, TableStatus::kActive);
  });
}

// The hash maps of tables grow, and copies of a database copy them.
TEST(OutOfMemory, ManyTablesAreCreatedAndForked) {
  constexpr int kTables = 20;
  for (int64_t n = 0;; ++n) {
    Fixture fixture;
    int created = 0;
    const auto create = [&] {
      for (; created < kTables; ++created) {
        ASSERT_EQ(Outcome(fixture.database.CreateTable(PlainTable("Table" + std::to_string(created)))), "ok") << n;
      }
      fixture.engine.FindOrCreate("000000000000", "us-east-1", "fork");
    };
    const bool threw = ThrowsWhenAllocationFails(n, create);
    const bool failed = allocation_failed;
    if (threw) create();
    for (const char* const fork : {"", "fork"}) {
      const auto database = fixture.engine.Find("000000000000", "us-east-1", fork);
      ASSERT_NE(database, nullptr) << n;
      ASSERT_EQ(database->ListTables({})->table_names.size(), kTables + 1u) << n;
    }
    if (!failed) break;
  }
}

TEST(OutOfMemory, ATableIsDeletedOrNot) {
  for (int64_t n = 0;; ++n) {
    Fixture fixture;
    const auto remove = [&] { EXPECT_EQ(Outcome(fixture.database.DeleteTable({kTable})), "ok") << n; };
    const bool threw = ThrowsWhenAllocationFails(n, remove);
    const bool failed = allocation_failed;
    if (threw) {
      ASSERT_EQ(fixture.database.DescribeTable({kTable})->table.table_status, TableStatus::kActive) << n;
      ASSERT_EQ(fixture.OpenShards(), 4u) << n;
      remove();
    }
    ASSERT_EQ(fixture.database.ListTables({})->table_names.size(), 0u) << n;
    ASSERT_EQ(fixture.OpenShards(), 0u) << n;
    if (!failed) break;
  }
}

TEST(OutOfMemory, TimeToLiveIsEnabledOrNot) {
  const Call enable = [](Fixture& fixture) {
    return Outcome(fixture.database.UpdateTimeToLive({kTable, TimeToLiveSpecification{true, "expires"}}));
  };
  ExpectRepeatable(enable, [](Fixture& fixture) {
    fixture.database.StopClock(kNoon + absl::Hours(1));
    EXPECT_EQ(fixture.CountIn(kTable), 0u);
  });
}

TEST(OutOfMemory, AnIndexIsCreatedOrNot) {
  const Call create = [](Fixture& fixture) {
    TableUpdate update;
    update.table_name = kTable;
    update.attribute_definitions = {Define("a")};
    update.global_secondary_index_updates.emplace().emplace_back().create = GlobalIndexOf("second", {Hash("a")});
    return Outcome(fixture.database.UpdateTable(update));
  };
  ExpectRepeatable(create, [](Fixture& fixture) { EXPECT_EQ(fixture.CountIn(kTable, "second"), 20u); });
}

TEST(OutOfMemory, ATableIsRestoredOrNot) {
  const Call restore = [](Fixture& fixture) {
    RestoreTableFromBackupRequest request;
    request.target_table_name = kRestored;
    request.backup_arn = fixture.backup_arn;
    request.overrides.local_secondary_indexes.emplace();
    return Outcome(fixture.database.RestoreTableFromBackup(request));
  };
  ExpectRepeatable(restore, [](Fixture& fixture) {
    fixture.database.FinishBuilds();
    const auto original = fixture.database.DescribeTable({kTable});
    const auto restored = fixture.database.DescribeTable({kRestored});
    EXPECT_EQ(restored->table.table_status, TableStatus::kActive);
    EXPECT_EQ(restored->table.table_size_bytes, original->table.table_size_bytes);
    EXPECT_EQ(fixture.CountIn(kRestored), 20u);
    EXPECT_EQ(fixture.CountIn(kRestored, "global"), 20u);
  });
}

// A restore without a local index copies all items, here in slices of the background worker. The memory reserve
// replaces the allocations that fail.
TEST(OutOfMemory, ARestoreInSlicesUsesTheMemoryReserve) {
  Fixture fixture;
  constexpr int kItems = 2'500;
  for (int i = 20; i < kItems; ++i) fixture.Put(i);
  RestoreTableFromBackupRequest request;
  request.target_table_name = kRestored;
  request.backup_arn = fixture.database.CreateBackup({kTable, "large"})->backup_details.arn;
  request.overrides.local_secondary_indexes.emplace();
  fixture.engine.SetBackgroundWorker([] {});
  ASSERT_EQ(Outcome(fixture.database.RestoreTableFromBackup(request)), "ok");
  bool more = true;
  int64_t from_reserve = 0;
  for (int64_t n = 0; more; n += 7) {
    const bool threw = ThrowsWhenAllocationFails(n, [&] { more = fixture.database.RunBackgroundSlice(false); });
    if (allocation_failed && !threw) ++from_reserve;
  }
  EXPECT_GT(from_reserve, 0);
  fixture.engine.SetBackgroundWorker(nullptr);
  const auto original = fixture.database.DescribeTable({kTable});
  const auto restored = fixture.database.DescribeTable({kRestored});
  EXPECT_EQ(restored->table.table_status, TableStatus::kActive);
  EXPECT_EQ(restored->table.item_count, kItems);
  EXPECT_EQ(restored->table.table_size_bytes, original->table.table_size_bytes);
}

TEST(OutOfMemory, AStreamThatIsReadKeepsItsOpenShards) {
  for (int64_t n = 0;; ++n) {
    Fixture fixture;
    fixture.database.StopClock(kNoon + absl::Hours(5));
    ThrowsWhenAllocationFails(n, [&] { fixture.OpenShards(); });
    const bool failed = allocation_failed;
    ASSERT_EQ(fixture.OpenShards(), 4u) << "allocation " << n;
    if (!failed) break;
  }
}

TEST(OutOfMemory, TheClockIsMovedAndTheNextMoveDeletesWhatHasExpired) {
  int64_t failures = 0;
  for (int64_t n = 0;; ++n) {
    Fixture fixture;
    ASSERT_EQ(Outcome(fixture.database.UpdateTimeToLive({kTable, TimeToLiveSpecification{true, "expires"}})), "ok");
    const bool threw = ThrowsWhenAllocationFails(
        n, [&] { EXPECT_TRUE(fixture.engine.ChangeClocks({}, {.advance = absl::Hours(1)})); });
    const bool failed = allocation_failed;
    if (threw) {
      ++failures;
      EXPECT_TRUE(fixture.engine.ChangeClocks({}, {.advance = absl::Seconds(1)}));
    }
    // If the first call threw before it moved the clock, no item has expired yet.
    ASSERT_EQ(fixture.CountIn(kTable), threw ? fixture.CountIn(kTable, "global") : 0u) << "allocation " << n;
    EXPECT_TRUE(fixture.engine.ChangeClocks({}, {.advance = absl::Hours(1)}));
    ASSERT_EQ(fixture.CountIn(kTable), 0u) << "allocation " << n;
    if (!failed) break;
  }
  EXPECT_GT(failures, 0);
}

}  // namespace
}  // namespace holdfast::testing
