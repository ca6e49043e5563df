// Global indexes are created and deleted while many threads write. Afterwards every index has the entries of its
// table's items.
//
// HOLDFAST_ITEMS sets how many items the first test stores before it creates the index (2,000), HOLDFAST_THREADS how
// many threads write meanwhile (4).
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/indexes/index_entry.h"
#include "engine/operations/settings/update_contributor_insights.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/tables/table_updates.h"

namespace holdfast::testing {
namespace {

size_t FromEnvironment(const char* name, size_t default_value) {
  const char* const text = std::getenv(name);
  return text == nullptr ? default_value : static_cast<size_t>(std::strtoull(text, nullptr, 10));
}
size_t Items() { return FromEnvironment("HOLDFAST_ITEMS", 2'000); }
size_t Threads() { return FromEnvironment("HOLDFAST_THREADS", 4); }

// Compares an index with its table while no thread writes: one line for each item without its current entry, and one if
// the number of entries is wrong.
std::vector<std::string> DifferencesFromTable(const Table& table, const GlobalIndex& index) {
  std::vector<std::string> wrong;
  size_t expected = 0;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = table.items().View(shard);
    for (auto partition = view.From(0); !partition.done(); partition.Next()) {
      for (auto at = partition->items().First(); !at.done(); at.Next()) {
        const ItemRef& item = (*at).item;
        const auto key = GlobalEntryKeyOf(table.schema(), index.schema, index.entries.hash(), item->attributes());
        if (!key.has_value()) continue;
        ++expected;
        LatchLock lock(&index.entries.latch(PartitionMap::ShardOf(key->hash)));
        const ItemRef entry = index.entries.Find(key->hash, key->partition, key->sort);
        if (entry != item) wrong.push_back((entry == nullptr ? "no entry for " : "old entry for ") + Format(item));
      }
    }
  }
  if (index.entries.item_count() != expected) {
    wrong.push_back(std::to_string(index.entries.item_count()) + " entries for " + std::to_string(expected) + " items");
  }
  return wrong;
}

AttributeMap RandomItem(Random& random, size_t keys) {
  const std::string pk = std::to_string(random.Below(keys));
  const uint64_t kind = random.Below(10);
  // Some items cannot be in the index.
  if (kind == 0) return Key(pk, "s");
  if (kind == 1) return ItemWith(pk, "s", {{"colour", N("7")}});
  return ItemWith(pk, "s", {{"colour", S("c" + std::to_string(random.Below(keys / 4 + 1)))}});
}

// Puts, updates and deletes random items until `stop` is set. Ignores errors: the index forbids some items.
void WriteUntil(const std::atomic<bool>& stop, DatabaseState& database, uint64_t seed, size_t keys,
                std::atomic<size_t>* writes) {
  Random random(seed);
  while (!stop.load()) {
    const AttributeMap item = RandomItem(random, keys);
    const AttributeMap key = Key(item.Find("pk")->bytes(), "s");
    switch (random.Below(4)) {
      case 0:
        (void)DeleteItem(database, Delete(key));
        break;
      case 1:
        (void)UpdateItem(database,
                         Update(key, "SET colour = :c", Fields({{":c", S("c" + std::to_string(random.Below(keys)))}})));
        break;
      default:
        (void)PutItem(database, Put(item));
    }
    writes->fetch_add(1);
  }
}

class Writers {
 public:
  Writers(DatabaseState& database, size_t count, size_t keys) {
    for (size_t thread = 0; thread < count; ++thread) {
      threads_.emplace_back([this, &database, thread, keys] { WriteUntil(stop_, database, thread, keys, &writes_); });
    }
    // Waits until the threads are writing, before the test creates the index.
    while (writes_.load() < count * 10) std::this_thread::yield();
  }
  // Stops the threads, and returns the number of writes.
  size_t Stop() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    return writes_.load();
  }
  size_t writes() const { return writes_.load(); }
  ~Writers() { Stop(); }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<size_t> writes_{0};
  std::vector<std::thread> threads_;
};

void Fill(ItemTable& database, size_t items) {
  Random random(99);
  for (size_t i = 0; i < items; ++i) {
    database.Store(ItemWith(std::to_string(i), "s", {{"colour", S("c" + std::to_string(random.Below(items)))}}));
  }
}

TEST(OnlineIndexRaces, AnIndexCreatedDuringWritesHasTheEntriesOfTheTable) {
  ItemTable database;
  Fill(database, Items());
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  for (int round = 0; round < 5; ++round) {
    Writers writers(database.state, Threads(), Items());
    const size_t before = writers.writes();
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(Outcome(UpdateTable(database.state, CreateIndexOver("byColour", "colour"))), "ok");
    const auto took = std::chrono::steady_clock::now() - start;
    const size_t during = writers.writes() - before;
    const std::shared_ptr<GlobalIndex> index = table->FindGlobalIndex("byColour");
    ASSERT_EQ(index->status(), TableStatus::kActive);
    writers.Stop();
    EXPECT_EQ(DifferencesFromTable(*table, *index), std::vector<std::string>());
    EXPECT_GT(index->entries.item_count(), 0u);
    RecordProperty("writes_during_backfill_" + std::to_string(round), std::to_string(during));
    RecordProperty("backfill_ms_" + std::to_string(round),
                   std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
    ASSERT_EQ(Outcome(UpdateTable(database.state, DeleteIndex("byColour"))), "ok");
  }
}

TEST(OnlineIndexRaces, AnIndexIsDeletedDuringWritesAndReads) {
  ItemTable database;
  Fill(database, 500);
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  Writers writers(database.state, Threads(), 500);
  std::atomic<bool> stop{false};
  std::atomic<int> unexpected_responses{0};
  std::thread reader([&] {
    while (!stop.load()) {
      // A scan returns the whole index or an error. With 500 keys, fewer than 50 entries would mean a partial index.
      const Result<ScanResponse> response = Scan(database.state, ScanIndex("byColour"));
      if (response.ok() ? response->count < 50
                        : Outcome(response) != "The table does not have the specified index: byColour" &&
                              Outcome(response) != "Cannot read from backfilling global secondary index: byColour") {
        ++unexpected_responses;
      }
      (void)DescribeTable(database.state, {kItems});
    }
  });
  for (int round = 0; round < 20; ++round) {
    ASSERT_EQ(Outcome(UpdateTable(database.state, CreateIndexOver("byColour", "colour"))), "ok");
    const std::shared_ptr<GlobalIndex> index = table->FindGlobalIndex("byColour");
    ASSERT_EQ(Outcome(UpdateTable(database.state, DeleteIndex("byColour"))), "ok");
    EXPECT_EQ(index->entries.item_count(), 0u);
    EXPECT_EQ(table->FindGlobalIndex("byColour"), nullptr);
  }
  stop = true;
  reader.join();
  writers.Stop();
  EXPECT_EQ(unexpected_responses, 0);
}

TEST(OnlineIndexRaces, ChangesOfOneTableHappenOneAfterTheOther) {
  ItemTable database;
  std::atomic<int> created{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const std::string outcome = Outcome(UpdateTable(database.state, CreateIndexOver("one", "c")));
        ++(outcome == "ok" ? created : refused);
        EXPECT_TRUE(outcome == "ok" || outcome == "Attempting to create an index which already exists") << outcome;
        if (outcome != "ok") continue;
        EXPECT_EQ(Outcome(UpdateTable(database.state, DeleteIndex("one"))), "ok");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(created + refused, 160);
  EXPECT_GT(created, 0);
  EXPECT_TRUE(database.state.tables.Find(kItems)->global_indexes().empty());
}

TEST(OnlineIndexRaces, InsightsSwitchedOnDuringADeletionAreNotInheritedByALaterIndexOfThatName) {
  ItemTable database;
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  std::atomic<bool> stop{false};
  std::atomic<int> enabled{0};
  std::thread switcher([&] {
    while (!stop.load()) {
      if (UpdateContributorInsights(database.state, {kItems, "one", ContributorInsightsAction::kEnable, {}}).ok()) {
        ++enabled;
      }
      std::this_thread::yield();
    }
  });
  for (int round = 0; round < 100 || enabled == 0; ++round) {
    EXPECT_EQ(Outcome(UpdateTable(database.state, CreateIndexOver("one", "c"))), "ok");
    std::this_thread::yield();
    EXPECT_EQ(Outcome(UpdateTable(database.state, DeleteIndex("one"))), "ok");
    EXPECT_TRUE(table->settings().contributor_insights.empty());
  }
  stop = true;
  switcher.join();
}

TEST(OnlineIndexRaces, TheComparisonFindsAnIndexWithoutBackfill) {
  ItemTable database;
  Fill(database, 10);
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  IndexSchema schema;
  schema.name = "byColour";
  schema.global = true;
  schema.key.hash = {{"colour", ScalarAttributeType::kString}};
  const std::shared_ptr<GlobalIndex> index = table->AddGlobalIndex(schema);
  EXPECT_EQ(DifferencesFromTable(*table, *index).size(), 11u);
}

}  // namespace
}  // namespace holdfast::testing
