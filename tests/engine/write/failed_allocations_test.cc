// Memory runs out in the middle of a write, or while its token is recorded. Whichever allocation fails, all of the plan
// is written or nothing; a token whose transaction succeeded is recorded.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/base/memory_reserve.h"
#include "engine/indexes/index_entry.h"
#include "engine/write/idempotency_tokens.h"
#include "engine/write/write_path.h"
#include "tests/engine/failing_allocations.h"
#include "tests/engine/streams/streams.h"
#include "tests/engine/write/write_actions.h"

namespace holdfast::testing {
namespace {

TEST(FailedAllocations, AWriteIsInstalledWhollyOrNotAtAll) {
  constexpr int kStoredItems = 40;
  MemoryReserve::Enable();
  const VirtualClock clock(kNoon);
  int64_t failed_writes = 0;
  int64_t writes_from_reserve = 0;
  for (int64_t n = 0;; ++n) {
    const auto table = TableOf(IndexedTable());
    const auto stream = std::make_shared<TableStream>(IdentityOf("Indexed", "label"), 1, SequenceNumber(1, 0));
    table->ChangeStructure([&](const TableStructure& structure) {
      TableStructure changed = structure;
      changed.stream = stream;
      changed.replica = std::make_shared<Replica>("us-east-1", nullptr);
      return changed;
    });
    CommitNumbers commits;
    // The items fill several nodes of one partition, and have entries in several partitions of the global index.
    for (int i = 0; i < kStoredItems; ++i) {
      ActionSource source(table, "p", "a sort key that is longer than a node keeps in place " + std::to_string(i));
      ASSERT_TRUE(
          ExecuteWrite(source.Put({{"a", S("a")}, {"b", S("b" + std::to_string(i % 5))}}), commits, clock).ok());
    }
    // The copy shares all nodes with the table, so that every change copies a path of nodes.
    const auto copy_of_stream = std::make_shared<TableStream>(*stream, "copy");
    const Table copy(*table, table->identity(), copy_of_stream);
    const uint64_t last_commit_before = commits.last();
    Replica other_region(*table->replica(), "eu-west-1", kNoon);

    ActionSource added(table, "p", "added, also of a length that needs a block of its own");
    ActionSource alone(table, "q", "1");
    ActionSource removed(table, "p", "a sort key that is longer than a node keeps in place 7");
    WritePlan plan;
    plan.push_back(added.Put({{"a", S("x")}, {"b", S("another partition of the index")}}));
    plan.push_back(alone.Put({{"a", S("x")}, {"b", S("b1")}}));
    plan.push_back(removed.Delete());
    const bool threw = ThrowsWhenAllocationFails(n, [&] { EXPECT_TRUE(ExecuteWrites(plan, commits, clock).ok()); });

    const size_t expected = kStoredItems + (threw ? 0 : 1);
    ASSERT_EQ(table->items().item_count(), expected) << n;
    ASSERT_EQ(table->FindGlobalIndex("global")->entries.item_count(), expected) << n;
    ASSERT_EQ(added.Stored() == nullptr, threw) << n;
    ASSERT_EQ(alone.Stored() == nullptr, threw) << n;
    ASSERT_EQ(removed.Stored() == nullptr, !threw) << n;
    ASSERT_EQ(commits.last(), last_commit_before + (threw ? 0 : 1)) << n;
    const auto page = stream->Read(stream->Shards(kNoon).front().id, SequenceNumber(1, 0), 1'000, kNoon);
    ASSERT_EQ(page->last - page->first, kStoredItems + (threw ? 0u : 3u)) << n;
    ASSERT_EQ(other_region.PendingChanges(10).size(), threw ? 0u : 3u) << n;
    ASSERT_EQ(copy.items().item_count(), size_t{kStoredItems}) << n;
    if (!allocation_failed) break;
    ++(threw ? failed_writes : writes_from_reserve);
    // The failed allocation left no latch held, and the next write finds memory.
    ASSERT_TRUE(ExecuteWrites(plan, commits, clock).ok());
    ASSERT_EQ(MemoryReserve::missing(), 0u);
  }
  EXPECT_GT(failed_writes, 3);
  EXPECT_GT(writes_from_reserve, 10);
}

TEST(FailedAllocations, ATransactionThatDidNotBeginCanBeSentAgain) {
  const absl::Time now = absl::FromUnixSeconds(1'000'000);
  for (int64_t n = 0;; ++n) {
    IdempotencyTokens tokens;
    if (!ThrowsWhenAllocationFails(n, [&] { ASSERT_TRUE(tokens.Begin("token", 1, now).ok()); })) break;
    ASSERT_EQ(tokens.size(), 0u) << n;
    ASSERT_TRUE(tokens.Begin("token", 1, now).ok()) << n;
  }
}

TEST(FailedAllocations, ATokenIsCommittedEvenIfAnAllocationFails) {
  const absl::Time now = absl::FromUnixSeconds(1'000'000);
  for (int64_t n = 0;; ++n) {
    IdempotencyTokens tokens;
    ASSERT_TRUE(tokens.Begin("token", 1, now).ok());
    ReplayRecord record{{"Table", 7}};
    // Commit is noexcept: an exception would end the program.
    ThrowsWhenAllocationFails(n, [&] { tokens.Commit("token", std::move(record), now); });
    const bool failed = allocation_failed;
    const auto replayed = tokens.Begin("token", 1, now);
    ASSERT_TRUE(replayed.ok() && replayed->has_value());
    EXPECT_EQ((*replayed)->front().first, "Table");
    const IdempotencyTokens later(tokens);
    EXPECT_EQ(later.size(), 1u) << "a copy has the committed token, too";
    if (!failed) {
      EXPECT_GT(n, 1);
      break;
    }
  }
}

}  // namespace
}  // namespace holdfast::testing
