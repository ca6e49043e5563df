// The count of the memory that stored data takes, the limit at which writes are refused, and the reserve that writes
// use when memory runs out.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "engine/base/memory_reserve.h"
#include "engine/base/stored_bytes.h"
#include "engine/write/write_path.h"
#include "tests/engine/allocation_observer.h"
#include "tests/engine/write/write_actions.h"

namespace holdfast::testing {
namespace {

constexpr size_t kItemBytes = 10'000;
constexpr int kItems = 500;
constexpr size_t kNoCollectionLimit = size_t{1} << 40;

void PutMany(const std::shared_ptr<Table>& table, CommitNumbers& commits) {
  const SystemClock clock;
  for (int i = 0; i < kItems; ++i) {
    ActionSource source(table, std::to_string(i), "1");
    ASSERT_TRUE(ExecuteWrite(source.Put({{"v", S(std::string(kItemBytes, 'x'))}}), commits, clock).ok());
  }
}

TEST(StoredBytes, AreReleasedWhenTheLastCopyDropsThem) {
  CommitNumbers commits;
  const size_t before = StoredBytes::Total();
  constexpr size_t kData = kItems * kItemBytes;
  // Allows for the bytes that threads have counted but not yet added to the total.
  constexpr size_t kSlack = size_t{2} << 20;
  auto table = TableOf(IndexedTable());
  PutMany(table, commits);
  EXPECT_GT(StoredBytes::Total() + kSlack, before + kData);
  EXPECT_LT(StoredBytes::Total(), before + kData + kData / 4 + kSlack);
  auto copy = std::make_shared<Table>(*table, table->identity(), nullptr);
  EXPECT_LT(StoredBytes::Total(), before + kData + kData / 4 + kSlack) << "shared data counts once";
  table.reset();
  EXPECT_GT(StoredBytes::Total() + kSlack, before + kData) << "the copy keeps the data";
  // The thread that destroys the copy is not the one that stored the items.
  std::thread([&] { copy.reset(); }).join();
  EXPECT_LT(StoredBytes::Total(), before + kSlack);
}

// Every node above a written item is copied, because a copy of the map shares it: those of the hash trie, too.
TEST(StoredBytes, CountEveryNodeThatAWriteAfterACopyAllocates) {
  constexpr int kPartitions = 30'000;
  PartitionMap map(0);
  size_t allocated = 0;
  AllocationObserver observer = [&](size_t bytes) { allocated += bytes + StoredBytes::kBlockOverheadBytes; };
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}});
  const auto put = [&](int i) {
    const std::string key = std::to_string(i);
    const uint64_t hash = map.HashOf(key);
    LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
    allocation_observer = &observer;
    map.Put(hash, key, "", item);
    allocation_observer = nullptr;
  };
  for (int i = 0; i < kPartitions; ++i) put(i);
  PartitionMap copy(0);
  copy.ShareFrom(map);
  allocated = 0;
  const size_t before = StoredBytes::Total();
  for (int i = 0; i < kPartitions; i += 5) put(i);
  const size_t counted = StoredBytes::Total() - before;
  // Allows for bytes that were counted but not yet added to the total.
  EXPECT_GT(counted, allocated - allocated / 10);
  EXPECT_LT(counted, allocated + allocated / 10);
}

TEST(StoredBytes, BeyondTheLimitPutsAndUpdatesAreRefusedAndDeletesAreNot) {
  const auto table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  PutMany(table, commits);
  const size_t limit = StoredBytes::Total() - 1'000'000;
  ActionSource stored(table, "7", "1", {{":v", S("new")}});
  ActionSource other(table, "other", "1");
  const uint64_t commit = commits.last();
  EXPECT_EQ(Outcome(ExecuteWrite(other.Put({}), commits, clock, kNoCollectionLimit, limit)).substr(0, 46),
            "Holdfast holds as much data as its memory limi");
  EXPECT_EQ(Outcome(ExecuteWrite(stored.Update("SET v = :v"), commits, clock, kNoCollectionLimit, limit)).substr(0, 46),
            "Holdfast holds as much data as its memory limi");
  EXPECT_EQ(commits.last(), commit);
  EXPECT_EQ(other.Stored(), nullptr);
  EXPECT_EQ(stored.Stored()->attributes().Find("v")->bytes().size(), kItemBytes);
  EXPECT_TRUE(ExecuteWrite(other.Put({}), commits, clock, kNoCollectionLimit, 0).ok()) << "no limit";
  // Deletions are allowed, and make room.
  for (int i = 0; i < kItems; ++i) {
    ActionSource source(table, std::to_string(i), "1");
    EXPECT_TRUE(ExecuteWrite(source.Delete(), commits, clock, kNoCollectionLimit, limit).ok());
  }
  EXPECT_TRUE(ExecuteWrite(stored.Put({}), commits, clock, kNoCollectionLimit, limit).ok());
}

TEST(MemoryReserve, IsUsedOnlyWhereItIsAllowedAndFilledUpAgain) {
  MemoryReserve::Enable();
  ASSERT_EQ(MemoryReserve::missing(), 0u);
  // Below, the test calls the handler as operator new does when an allocation fails.
  const std::new_handler handler = std::get_new_handler();
  ASSERT_NE(handler, nullptr);
  EXPECT_THROW(handler(), std::bad_alloc);
  EXPECT_EQ(MemoryReserve::missing(), 0u);
  {
    const MemoryReserve::Use use;
    for (size_t i = 1; i <= MemoryReserve::kChunks; ++i) {
      EXPECT_NO_THROW(handler());
      EXPECT_EQ(MemoryReserve::missing(), i);
    }
    EXPECT_THROW(handler(), std::bad_alloc) << "the reserve is empty";
    std::thread([&] { EXPECT_THROW(handler(), std::bad_alloc) << "on another thread"; }).join();
  }
  MemoryReserve::Refill();
  EXPECT_EQ(MemoryReserve::missing(), 0u);
}

}  // namespace
}  // namespace holdfast::testing
