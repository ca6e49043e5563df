// What do finding, putting and iterating over items cost in the storage alone, compared with a find in a hash map? And
// how many bytes does the storage need for an item of 1 KB?
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/base/random.h"
#include "engine/storage/partition_map.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
namespace {

std::string KeyNumbered(uint64_t number) { return "PROVIDER#" + std::to_string(1'000'000 + number); }

ItemRef ItemOfOneKilobyte(const std::string& key) {
  return Item::Create(
      AttributeMap{{"pk", AttributeValue::String(key)}, {"data", AttributeValue::String(std::string(1'000, 'd'))}});
}

ItemRef PutLatched(PartitionMap& map, std::string_view key, std::string_view sort_key, ItemRef item) {
  const uint64_t hash = PartitionHash(0)(key);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  return map.Put(hash, key, sort_key, std::move(item));
}

std::vector<std::string> Keys(size_t count) {
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < count; ++i) keys.push_back(KeyNumbered(i));
  Random random(1);
  for (size_t i = count; i > 1; --i) std::swap(keys[i - 1], keys[random.Below(i)]);
  return keys;
}

void Fill(PartitionMap& map, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) PutLatched(map, key, "", ItemOfOneKilobyte(key));
}

// The baseline: a hash map, without a latch.
void HashMapFind(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  absl::flat_hash_map<std::string, ItemRef> map;
  for (const std::string& key : keys) map[key] = ItemOfOneKilobyte(key);
  size_t i = 0;
  for (auto _ : state) {
    const ItemRef found = map.find(keys[i])->second;
    benchmark::DoNotOptimize(found.get());
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(HashMapFind)->Arg(10'000)->Arg(100'000);

void Find(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  PartitionMap map(0);
  Fill(map, keys);
  size_t i = 0;
  for (auto _ : state) {
    const uint64_t hash = PartitionHash(0)(keys[i]);
    LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
    const ItemRef found = map.Find(hash, keys[i], "");
    benchmark::DoNotOptimize(found.get());
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(Find)->Arg(10'000)->Arg(100'000);

void HashOnly(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(10'000);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(PartitionHash(0)(keys[i]));
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(HashOnly);

void Replace(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  PartitionMap map(0);
  Fill(map, keys);
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  size_t i = 0;
  for (auto _ : state) {
    PutLatched(map, keys[i], "", item);
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(Replace)->Arg(10'000)->Arg(100'000);

// Puts new partitions into an empty map; `items_per_second` counts partitions.
void PutNew(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  for (auto _ : state) {
    auto map = std::make_unique<PartitionMap>(0);
    for (const std::string& key : keys) PutLatched(*map, key, "", item);
    state.PauseTiming();
    map.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(PutNew)->Arg(10'000)->Arg(100'000);

// Puts items with new sort keys into an empty map, under one partition key; `items_per_second` counts items.
void PutNewSortKeys(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  for (auto _ : state) {
    auto map = std::make_unique<PartitionMap>(0);
    for (const std::string& key : keys) PutLatched(*map, "one", key, item);
    state.PauseTiming();
    map.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(PutNewSortKeys)->Arg(10'000)->Arg(1'000'000);

void FindSortKey(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  SortedItems items;
  for (const std::string& key : keys) items.Put(key, item);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(items.Find(keys[i]));
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(FindSortKey)->Arg(20)->Arg(10'000)->Arg(1'000'000);

// Reads up to twenty consecutive entries of a partition, as a Query does.
void TwentyInOrder(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(static_cast<size_t>(state.range(0)));
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  SortedItems items;
  for (const std::string& key : keys) items.Put(key, item);
  size_t i = 0;
  for (auto _ : state) {
    SortedItems::Cursor cursor = items.AtLeast(keys[i]);
    for (int n = 0; n < 20 && !cursor.done(); ++n, cursor.Next()) benchmark::DoNotOptimize((*cursor).item.get());
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(TwentyInOrder)->Arg(20)->Arg(10'000);

// Iterates over all items, as a Scan does; `items_per_second` counts items.
void Scan(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(100'000);
  PartitionMap map(0);
  Fill(map, keys);
  for (auto _ : state) {
    for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
      const PartitionMap::ShardView view = map.View(shard);
      for (auto cursor = view.From(0); !cursor.done(); cursor.Next()) {
        benchmark::DoNotOptimize((*cursor->items().First()).item->size_bytes());
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(Scan);

void Fork(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(100'000);
  PartitionMap map(0);
  Fill(map, keys);
  for (auto _ : state) {
    PartitionMap fork(0);
    fork.ShareFrom(map);
    benchmark::DoNotOptimize(&fork);
  }
}
BENCHMARK(Fork);

// The first write after a fork copies a path of the tree.
void WriteAfterFork(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(100'000);
  PartitionMap map(0);
  Fill(map, keys);
  const ItemRef item = ItemOfOneKilobyte(keys[0]);
  size_t i = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto fork = std::make_unique<PartitionMap>(0);
    fork->ShareFrom(map);
    state.ResumeTiming();
    PutLatched(*fork, keys[i], "", item);
    state.PauseTiming();
    fork.reset();
    if (++i == keys.size()) i = 0;
    state.ResumeTiming();
  }
}
BENCHMARK(WriteAfterFork)->Iterations(20'000);

// Counts, for each item, the bytes that the allocator hands out for the item itself (`item_block_bytes`) and for its
// entry in the map (`overhead_bytes`). `payload_bytes` is the size that the map counts for the item.
void OverheadBytes(benchmark::State& state) {
  const std::vector<std::string> keys = Keys(100'000);
  for (auto _ : state) {
    const size_t before = mallinfo2().uordblks;
    std::vector<ItemRef> items;
    items.reserve(keys.size());
    for (const std::string& key : keys) items.push_back(ItemOfOneKilobyte(key));
    const size_t with_items = mallinfo2().uordblks;
    PartitionMap map(0);
    for (size_t i = 0; i < keys.size(); ++i) PutLatched(map, keys[i], "", items[i]);
    const size_t with_map = mallinfo2().uordblks;
    state.counters["item_block_bytes"] = static_cast<double>(with_items - before) / 1e5 - sizeof(ItemRef);
    state.counters["overhead_bytes"] = static_cast<double>(with_map - with_items) / 1e5;
    state.counters["payload_bytes"] = static_cast<double>(map.size_bytes()) / 1e5;
  }
}
BENCHMARK(OverheadBytes)->Iterations(1);

}  // namespace
}  // namespace holdfast
