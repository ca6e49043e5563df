// Readers walk views, partitions and forks while writers change the map. Meant for ThreadSanitizer too.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/random.h"
#include "engine/storage/partition_map.h"
#include "gtest/gtest.h"
#include "tests/engine/storage/random_keys.h"
#include "tests/engine/storage/sized_item.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

constexpr uint64_t kPartitions = 300;
constexpr size_t kReaders = 2;
constexpr size_t kWriters = 2;

// Three partitions share each hash, so that threads also race in buckets of several partitions.
uint64_t HashOf(uint64_t partition) { return PartitionHash(0)(std::to_string(partition / 3)); }

// The invariant: all entries of a partition, and all those of its local index, carry one commit number, and the number
// of entries follows from it. A writer changes a whole partition while it holds the latch, so no reader may see a part
// of a change.
size_t EntriesAt(uint64_t commit) { return commit % 80 + 1; }

void RewritePartition(PartitionMap& map, uint64_t partition, uint64_t commit) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  const uint64_t hash = HashOf(partition);
  const std::string key = std::to_string(partition);
  const ItemRef item = ItemNumbered(commit);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  const PartitionRef old = map.FindPartition(hash, key);
  for (size_t i = 0; i < EntriesAt(commit); ++i) {
    map.Put(hash, key, "ENTRY#" + std::to_string(i), item);
    map.PutLocal(hash, key, 0, std::to_string(i), item);
  }
  if (!old) return;
  for (size_t i = EntriesAt(commit); i < old->items().size(); ++i) {
    map.EraseLocal(hash, key, 0, std::to_string(i));
    map.Erase(hash, key, "ENTRY#" + std::to_string(i));
  }
}

void ErasePartition(PartitionMap& map, uint64_t partition) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  const uint64_t hash = HashOf(partition);
  const std::string key = std::to_string(partition);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  const PartitionRef old = map.FindPartition(hash, key);
  if (!old) return;
  for (auto cursor = old->items().First(); !cursor.done(); cursor.Next()) map.Erase(hash, key, (*cursor).key);
}

bool PartitionIsWhole(const Partition& partition) {
  const SortedItems& items = partition.items();
  if (items.empty()) return false;
  const uint64_t commit = (*items.First()).item->commit();
  if (items.size() != EntriesAt(commit) || partition.local(0).size() != EntriesAt(commit)) return false;
  size_t seen = 0;
  for (auto cursor = items.First(); !cursor.done(); cursor.Next(), ++seen) {
    if ((*cursor).item->commit() != commit) return false;
  }
  for (auto cursor = partition.local(0).Last(); !cursor.done(); cursor.Previous()) {
    if ((*cursor).item->commit() != commit) return false;
  }
  return seen == items.size();
}

// Checks all partitions of all shards, and returns how many there were.
size_t WalkViews(const PartitionMap& map) {
  size_t seen = 0;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = map.View(shard);
    uint64_t last_hash = 0;
    std::string last_key;
    for (auto cursor = view.From(0); !cursor.done(); cursor.Next(), ++seen) {
      EXPECT_TRUE(PartitionIsWhole(*cursor));
      EXPECT_TRUE(cursor->hash() > last_hash || (cursor->hash() == last_hash && cursor->key() > last_key));
      last_hash = cursor->hash();
      last_key = cursor->key();
    }
  }
  return seen;
}

void WriteAtRandom(PartitionMap& map, uint64_t seed, int rounds) {
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    const uint64_t partition = random.Below(kPartitions);
    if (random.Below(5) == 0) {
      ErasePartition(map, partition);
    } else {
      RewritePartition(map, partition, random.Next());
    }
  }
}

TEST(PartitionMapRaceTest, TheCheckFindsATornPartition) {
  PartitionMap map(1);
  RewritePartition(map, 1, 40);
  const uint64_t hash = HashOf(1);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  EXPECT_TRUE(PartitionIsWhole(*map.FindPartition(hash, "1")));
  map.Put(hash, "1", "ENTRY#7", ItemNumbered(41));
  EXPECT_FALSE(PartitionIsWhole(*map.FindPartition(hash, "1")));
}

TEST(PartitionMapRaceTest, ReadersSeeWholePartitionsWhileWritersChangeThem) {
  const uint64_t seed = TestSeed();
  PartitionMap map(1);
  for (uint64_t partition = 0; partition < kPartitions; ++partition) RewritePartition(map, partition, partition);
  std::atomic<bool> writing = true;
  std::vector<std::thread> readers;
  for (size_t reader = 0; reader < kReaders; ++reader) {
    readers.emplace_back([&, reader] {
      HOLDFAST_TRACE_SEED(seed);
      Random random(seed + 100 + reader);
      do {
        EXPECT_GT(WalkViews(map), 0u);
        for (int i = 0; i < 50; ++i) {
          const uint64_t partition = random.Below(kPartitions);
          const uint64_t hash = HashOf(partition);
          PartitionRef found;
          {
            LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
            found = map.FindPartition(hash, std::to_string(partition));
          }
          EXPECT_TRUE(!found || PartitionIsWhole(*found));
        }
      } while (writing);
    });
  }
  std::vector<std::thread> writers;
  for (size_t writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] { WriteAtRandom(map, seed + writer, 1'500); });
  }
  for (std::thread& writer : writers) writer.join();
  writing = false;
  for (std::thread& reader : readers) reader.join();
}

// Threads fork the map while another thread writes to it, and write to their forks: the maps share nodes, but have
// different latches.
TEST(PartitionMapRaceTest, ForksAndTheirOriginalAreWrittenConcurrently) {
  const uint64_t seed = TestSeed();
  PartitionMap map(1);
  for (uint64_t partition = 0; partition < kPartitions; ++partition) RewritePartition(map, partition, partition);
  std::vector<std::thread> threads;
  threads.emplace_back([&] { WriteAtRandom(map, seed, 1'500); });
  for (size_t forker = 0; forker < 2; ++forker) {
    threads.emplace_back([&, forker] {
      HOLDFAST_TRACE_SEED(seed);
      for (uint64_t round = 0; round < 15; ++round) {
        auto fork = std::make_unique<PartitionMap>(1);
        fork->ShareFrom(map);
        PartitionMap kept(1);
        kept.ShareFrom(*fork);
        const size_t items = kept.item_count();
        const size_t partitions = WalkViews(kept);
        WriteAtRandom(*fork, seed + forker * 100 + round, 100);
        EXPECT_GT(WalkViews(*fork), 0u);
        fork.reset();
        EXPECT_EQ(kept.item_count(), items);
        EXPECT_EQ(WalkViews(kept), partitions);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  HOLDFAST_TRACE_SEED(seed);
  EXPECT_GT(WalkViews(map), 0u);
}

}  // namespace
}  // namespace holdfast
