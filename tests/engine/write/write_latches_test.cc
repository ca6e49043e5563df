// Tests each latch of the write path: a write waits for a latch that another thread holds, and meanwhile installs
// nothing and takes no commit number. When the latch is released, the write goes on.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/indexes/index_entry.h"
#include "engine/write/write_path.h"
#include "tests/engine/streams/streams.h"
#include "tests/engine/write/write_actions.h"
#include "tests/support/held_latch.h"

namespace holdfast::testing {
namespace {

class WriteLatches : public ::testing::Test {
 protected:
  WriteLatches() {
    table_->ChangeStructure([&](const TableStructure& structure) {
      TableStructure changed = structure;
      changed.stream = stream_;
      return changed;
    });
  }

  // Runs `write` on another thread while this one holds `latch`, and expects `write` to wait.
  void ExpectToWaitFor(Latch& latch, const std::function<void()>& write) {
    const uint64_t commit = commits_.last();
    const bool waited = WaitsFor(latch, write, [&] {
      EXPECT_EQ(commits_.last(), commit) << "a commit number was taken";
      // Reads the items and entries without their latches, which the writer may hold. The writer changes nothing while
      // it waits.
      EXPECT_EQ(Value(first_), "old");
      EXPECT_EQ(Value(second_), "old");
      EXPECT_NE(Entry("old-1"), nullptr);
      EXPECT_NE(Entry("old-2"), nullptr);
      EXPECT_EQ(Entry("new-1"), nullptr);
      EXPECT_EQ(Entry("new-2"), nullptr);
    });
    EXPECT_TRUE(waited);
    EXPECT_GT(commits_.last(), commit);
  }
  // Expects a transaction to wait for `latch`. The transaction changes both items, moves both of their index entries,
  // and is recorded in the stream lanes of both.
  void ExpectATransactionToWaitFor(Latch& latch) {
    PutBoth();
    ExpectToWaitFor(latch, [&] {
      WritePlan plan;
      plan.push_back(first_.Put({{"v", S("new")}, {"b", S("new-1")}}));
      plan.push_back(second_.Put({{"v", S("new")}, {"b", S("new-2")}}));
      EXPECT_TRUE(ExecuteWrites(plan, commits_, clock_).ok());
    });
    EXPECT_EQ(Value(first_), "new");
    EXPECT_EQ(Value(second_), "new");
    EXPECT_EQ(Entry("old-1"), nullptr);
    EXPECT_NE(Entry("new-2"), nullptr);
  }
  void PutBoth() {
    ASSERT_TRUE(ExecuteWrite(first_.Put({{"v", S("old")}, {"b", S("old-1")}}), commits_, clock_).ok());
    ASSERT_TRUE(ExecuteWrite(second_.Put({{"v", S("old")}, {"b", S("old-2")}}), commits_, clock_).ok());
  }

  // Takes no latch: call it only while a write waits or no write is running.
  std::string Value(const ActionSource& source) const {
    const PartitionMap& items = table_->items();
    const ItemRef item = items.Find(items.HashOf(source.key().partition), source.key().partition, source.key().sort);
    return item == nullptr ? "" : std::string(item->attributes().Find("v")->bytes());
  }
  Item const* Entry(const std::string& b) const {
    for (const char* pk : {"p", "q"}) {
      const GlobalEntryKey key = KeyOfEntry(pk, b);
      const ItemRef item = index_->entries.Find(key.hash, key.partition, key.sort);
      if (item != nullptr) return item.get();
    }
    return nullptr;
  }
  GlobalEntryKey KeyOfEntry(const std::string& pk, const std::string& b) const {
    const AttributeMap item = {{"pk", S(pk)}, {"sk", S("1")}, {"b", S(b)}};
    return *GlobalEntryKeyOf(table_->schema(), index_->schema, index_->entries.hash(), item);
  }
  Latch& LatchOfItem(const std::string& pk) const {
    return table_->items().latch(PartitionMap::ShardOf(table_->items().HashOf(S(pk).view().bytes())));
  }
  Latch& LatchOfEntry(const std::string& pk, const std::string& b) const {
    return index_->entries.latch(PartitionMap::ShardOf(KeyOfEntry(pk, b).hash));
  }
  Latch& LatchOfLane(const std::string& pk) const {
    return stream_->latch(stream_->LaneOf(table_->items().HashOf(S(pk).view().bytes())));
  }

  const std::shared_ptr<Table> table_ = TableOf(IndexedTable());
  // The stream has so many lanes that the two items are in different ones.
  const std::shared_ptr<TableStream> stream_ =
      std::make_shared<TableStream>(IdentityOf("Indexed", "label"), 1024, SequenceNumber(1, 0));
  const std::shared_ptr<GlobalIndex> index_ = table_->FindGlobalIndex("global");
  CommitNumbers commits_;
  const SystemClock clock_;
  ActionSource first_{table_, "p", "1"};
  ActionSource second_{table_, "q", "1"};
};

TEST_F(WriteLatches, TheTwoItemsHaveNoLatchInCommon) {
  ASSERT_NE(&LatchOfItem("p"), &LatchOfItem("q"));
  ASSERT_NE(&LatchOfLane("p"), &LatchOfLane("q"));
}

TEST_F(WriteLatches, AWriteWaitsForTheShardOfItsItem) {
  PutBoth();
  ExpectToWaitFor(LatchOfItem("p"), [&] { EXPECT_TRUE(ExecuteWrite(first_.Delete(), commits_, clock_).ok()); });
  EXPECT_EQ(Value(first_), "");
}

TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsFirstItem) { ExpectATransactionToWaitFor(LatchOfItem("p")); }
TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsLastItem) { ExpectATransactionToWaitFor(LatchOfItem("q")); }

TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsFirstErasedEntry) {
  ExpectATransactionToWaitFor(LatchOfEntry("p", "old-1"));
}
TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsLastErasedEntry) {
  ExpectATransactionToWaitFor(LatchOfEntry("q", "old-2"));
}
TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsFirstPutEntry) {
  ExpectATransactionToWaitFor(LatchOfEntry("p", "new-1"));
}
TEST_F(WriteLatches, ATransactionWaitsForTheShardOfItsLastPutEntry) {
  ExpectATransactionToWaitFor(LatchOfEntry("q", "new-2"));
}

TEST_F(WriteLatches, ACommitNumberIsTakenWithTheFirstStreamLaneLatched) {
  ExpectATransactionToWaitFor(LatchOfLane("p"));
}
TEST_F(WriteLatches, ACommitNumberIsTakenWithTheLastStreamLaneLatched) {
  ExpectATransactionToWaitFor(LatchOfLane("q"));
}

// A condition is evaluated with the item latched, also by an action that writes nothing.
TEST_F(WriteLatches, AConditionCheckWaitsForTheShardOfItsItem) {
  PutBoth();
  ActionSource condition(table_, "q", "1");
  condition.If("attribute_exists(v)");
  ExpectToWaitFor(LatchOfItem("q"), [&] {
    WritePlan plan;
    plan.push_back(first_.Put({{"v", S("new")}, {"b", S("new-1")}}));
    plan.push_back(condition.Check());
    EXPECT_TRUE(ExecuteWrites(plan, commits_, clock_).ok());
  });
  EXPECT_EQ(Value(first_), "new");
}

// While the structure is changed, every shard of the table is latched, so that no write runs meanwhile.
TEST_F(WriteLatches, AWriteWaitsForAChangeOfTheTablesStructure) {
  PutBoth();
  const uint64_t commit = commits_.last();
  std::optional<ConcurrentCall> write;
  table_->ChangeStructure([&](const TableStructure& structure) {
    write.emplace([&] { EXPECT_TRUE(ExecuteWrite(first_.Put({{"v", S("new")}}), commits_, clock_).ok()); });
    EXPECT_TRUE(write->Waits());
    EXPECT_EQ(commits_.last(), commit);
    return structure;
  });
  write.reset();
  EXPECT_EQ(Value(first_), "new");
}

TEST_F(WriteLatches, AChangeOfTheTablesStructureHoldsEveryShard) {
  std::deque<ConcurrentCall> calls;
  table_->ChangeStructure([&](const TableStructure& structure) {
    for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
      calls.emplace_back([&latch = table_->items().latch(shard)] { LatchLock lock(&latch); });
    }
    // Waits() of the first call gives every call the time to end.
    EXPECT_TRUE(calls.front().Waits());
    for (size_t shard = 0; shard < calls.size(); ++shard) EXPECT_FALSE(calls[shard].ended()) << "shard " << shard;
    return structure;
  });
}

}  // namespace
}  // namespace holdfast::testing
