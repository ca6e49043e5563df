#include "engine/storage/partition_map.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "gtest/gtest.h"
#include "tests/engine/storage/random_keys.h"
#include "tests/engine/storage/sized_item.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

constexpr size_t kLocalOrders = 2;

using PartitionPosition = std::pair<uint64_t, std::string>;
using Entries = std::map<std::string, ItemRef>;
struct PartitionModel {
  Entries items;
  std::array<Entries, kLocalOrders> locals;
};
using MapModel = std::map<PartitionPosition, PartitionModel>;

void ExpectEntries(const SortedItems& items, const Entries& model) {
  ASSERT_EQ(items.size(), model.size());
  SortedItems::Cursor cursor = items.First();
  for (const auto& [key, item] : model) {
    ASSERT_FALSE(cursor.done());
    ASSERT_EQ((*cursor).key, key);
    ASSERT_EQ((*cursor).item, item);
    cursor.Next();
  }
  ASSERT_TRUE(cursor.done());
}

void ExpectPartition(const Partition& partition, const PartitionPosition& position, const PartitionModel& model) {
  ASSERT_EQ(partition.hash(), position.first);
  ASSERT_EQ(partition.key(), position.second);
  ASSERT_EQ(partition.local_orders(), kLocalOrders);
  ExpectEntries(partition.items(), model.items);
  for (size_t order = 0; order < kLocalOrders; ++order) ExpectEntries(partition.local(order), model.locals[order]);
}

// Walks all shards, each from the position `from` on.
void ExpectWalk(const PartitionMap& map, const MapModel& model, const PartitionPosition& from) {
  auto expected = model.lower_bound(from);
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = map.View(shard);
    for (auto cursor = view.From(from.first, from.second); !cursor.done(); cursor.Next()) {
      ASSERT_NE(expected, model.end());
      ASSERT_EQ(PartitionMap::ShardOf(cursor->hash()), shard);
      ExpectPartition(*cursor, expected->first, expected->second);
      ++expected;
    }
  }
  ASSERT_EQ(expected, model.end());
}

void ExpectHolds(const PartitionMap& map, const MapModel& model) {
  size_t items = 0;
  size_t bytes = 0;
  for (const auto& [position, partition] : model) {
    items += partition.items.size();
    for (const auto& [key, item] : partition.items) bytes += item->size_bytes();
    LatchLock lock(&map.latch(PartitionMap::ShardOf(position.first)));
    const PartitionRef found = map.FindPartition(position.first, position.second);
    ASSERT_TRUE(found);
    ExpectPartition(*found, position, partition);
  }
  EXPECT_EQ(map.item_count(), items);
  EXPECT_EQ(map.size_bytes(), bytes);
  EXPECT_TRUE(map.InvariantsHold());
  ExpectWalk(map, model, {});
}

// A hash function, possibly with many collisions. The tests can choose it because callers pass the hash to the map.
struct NamedHash {
  const char* name;
  uint64_t (*hash)(std::string_view key);
};

constexpr NamedHash kHashes[] = {
    {"Real", [](std::string_view key) { return PartitionHash(0)(key); }},
    {"AllEqual", [](std::string_view) { return uint64_t{0x123456789abcdef0}; }},
    {"AllZero", [](std::string_view) { return uint64_t{0}; }},
    {"AllOnes", [](std::string_view) { return ~uint64_t{0}; }},
    {"LastFourBits", [](std::string_view key) { return 0xfedcba9876543210 | (PartitionHash(0)(key) & 0xf); }},
    {"LastBit", [](std::string_view key) { return PartitionHash(0)(key) & 1; }},
    {"MiddleBits", [](std::string_view key) { return PartitionHash(0)(key) & 0x00000ff000000000; }},
    {"FewEverywhere", [](std::string_view key) { return PartitionHash(0)(key) & 0x8000000400100003; }},
};

class PartitionMapModelTest : public testing::TestWithParam<NamedHash> {};

// Compares with std::map. Forks are made on the way, and original and forks are all changed: a change of one must not
// affect the others.
TEST_P(PartitionMapModelTest, BehavesAsAMapOfMapsAndItsForksDiverge) {
  struct Version {
    std::unique_ptr<PartitionMap> map = std::make_unique<PartitionMap>(kLocalOrders);
    MapModel model;
  };
  HOLDFAST_SEEDED_RANDOM(random);
  for (const uint64_t variety : {4u, 60u, 700u}) {
    std::vector<Version> versions(1);
    for (int step = 0; step < 6'000; ++step) {
      Version& version = versions[random.Below(versions.size())];
      const std::string key = RandomKey(random, variety);
      const uint64_t hash = GetParam().hash(key);
      const std::string sort_key = random.Below(2) == 0 ? "" : RandomKey(random, 40);
      const auto position = version.model.find({hash, key});
      const bool present = position != version.model.end() && position->second.items.contains(sort_key);
      const ItemRef expected = present ? position->second.items.at(sort_key) : ItemRef();
      const size_t order = random.Below(kLocalOrders);
      const uint64_t erase_percent = (step / 1000) % 2 == 0 ? 25 : 70;
      {
        LatchLock lock(&version.map->latch(PartitionMap::ShardOf(hash)));
        ASSERT_EQ(version.map->Find(hash, key, sort_key), expected);
        ASSERT_EQ(version.map->FindPartition(hash, key) == nullptr, position == version.model.end());
        if (random.Below(100) >= erase_percent) {
          const ItemRef item = ItemNumbered(random.Next(), random.Below(30));
          ASSERT_EQ(version.map->Put(hash, key, sort_key, item), expected);
          version.map->PutLocal(hash, key, order, sort_key + "#local", item);
          version.model[{hash, key}].items[sort_key] = item;
          version.model[{hash, key}].locals[order][sort_key + "#local"] = item;
        } else {
          version.map->EraseLocal(hash, key, order, sort_key + "#local");
          if (position != version.model.end()) position->second.locals[order].erase(sort_key + "#local");
          ASSERT_EQ(version.map->Erase(hash, key, sort_key), expected);
          if (present) {
            position->second.items.erase(sort_key);
            if (position->second.items.empty()) version.model.erase(position);
          }
        }
      }
      if (step % 250 == 0) ExpectHolds(*version.map, version.model);
      if (step % 100 == 0) {
        const std::string from = RandomKey(random, variety * 2);
        const uint64_t from_hash = random.Below(2) == 0 ? GetParam().hash(from) : random.Next();
        ExpectWalk(*version.map, version.model, {from_hash, from});
        ExpectWalk(*version.map, version.model, {from_hash, ""});
        ExpectWalk(*version.map, version.model, {from_hash - 1, std::string(2048, '\xff')});
      }
      if (random.Below(150) == 0) {
        Version fork;
        fork.map->ShareFrom(*version.map);
        fork.model = version.model;
        if (versions.size() < 5) {
          versions.push_back(std::move(fork));
        } else {
          versions[random.Below(versions.size())] = std::move(fork);
        }
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << "variety " << variety << ", step " << step;
    }
    for (const Version& version : versions) ExpectHolds(*version.map, version.model);
  }
}

INSTANTIATE_TEST_SUITE_P(Hashes, PartitionMapModelTest, testing::ValuesIn(kHashes),
                         [](const testing::TestParamInfo<NamedHash>& chosen) { return chosen.param.name; });

ItemRef PutOne(PartitionMap& map, std::string_view key, std::string_view sort_key, ItemRef item) {
  const uint64_t hash = PartitionHash(0)(key);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  return map.Put(hash, key, sort_key, std::move(item));
}

TEST(PartitionMapTest, AViewDoesNotChangeWhileTheMapIsEmptied) {
  PartitionMap map(0);
  std::map<PartitionPosition, ItemRef> model;
  for (uint64_t i = 0; i < 5'000; ++i) {
    const std::string key = "ORDER#" + std::to_string(i);
    const ItemRef item = ItemNumbered(i);
    PutOne(map, key, "", item);
    model[{PartitionHash(0)(key), key}] = item;
  }
  std::vector<PartitionMap::ShardView> views;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) views.push_back(map.View(shard));
  for (const auto& [position, item] : model) {
    LatchLock lock(&map.latch(PartitionMap::ShardOf(position.first)));
    ASSERT_EQ(map.Erase(position.first, position.second, ""), item);
  }
  EXPECT_EQ(map.item_count(), 0u);
  EXPECT_EQ(map.size_bytes(), 0u);
  auto expected = model.begin();
  for (const PartitionMap::ShardView& view : views) {
    for (auto cursor = view.From(0); !cursor.done(); cursor.Next(), ++expected) {
      ASSERT_EQ(cursor->key(), expected->first.second);
      ASSERT_EQ(*cursor->items().Find(""), expected->second);
    }
  }
  EXPECT_EQ(expected, model.end());
}

TEST(PartitionMapTest, AWalkMayStartAtTheKeyOfAnErasedPartition) {
  PartitionMap map(0);
  std::set<PartitionPosition> positions;
  for (int i = 0; i < 2'000; ++i) {
    const std::string key = std::to_string(i);
    PutOne(map, key, "", ItemNumbered(1));
    positions.insert({PartitionHash(0)(key), key});
  }
  while (positions.size() > 1) {
    const PartitionPosition gone = *positions.begin();
    positions.erase(positions.begin());
    {
      LatchLock lock(&map.latch(PartitionMap::ShardOf(gone.first)));
      ASSERT_TRUE(map.Erase(gone.first, gone.second, ""));
    }
    const PartitionPosition& next = *positions.begin();
    const PartitionMap::ShardView view = map.View(PartitionMap::ShardOf(next.first));
    const auto cursor = view.From(gone.first, gone.second);
    ASSERT_FALSE(cursor.done());
    ASSERT_EQ(cursor->key(), next.second);
  }
}

TEST(PartitionMapTest, AHashOfAnotherShardIsBeforeOrAfterTheWholeShard) {
  PartitionMap map(0);
  for (uint64_t low = 0; low < 100; ++low) {
    const uint64_t hash = uint64_t{7} << 58 | low << 40;
    LatchLock lock(&map.latch(7));
    map.Put(hash, std::to_string(low), "", ItemNumbered(low));
  }
  const PartitionMap::ShardView view = map.View(7);
  EXPECT_EQ(view.From(0)->key(), "0");
  EXPECT_EQ(view.From((uint64_t{7} << 58) - 1, "zzz")->key(), "0");
  EXPECT_EQ(view.From(uint64_t{7} << 58 | 1)->key(), "1");
  EXPECT_TRUE(view.From((uint64_t{7} << 58) | uint64_t{100} << 40).done());
  EXPECT_TRUE(view.From(uint64_t{8} << 58).done());
  EXPECT_TRUE(view.From(~uint64_t{0}).done());
}

// Entries of several partitions, so of several shards.
TEST(PartitionMapTest, CountsTheEntriesOfEachLocalOrder) {
  constexpr size_t kKeys = 100;
  const auto for_each = [](const PartitionMap& map, const auto& change) {
    for (size_t i = 0; i < kKeys; ++i) {
      const std::string key = std::to_string(i);
      const uint64_t hash = map.HashOf(key);
      LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
      change(hash, key);
    }
  };
  const auto expect_size = [](const PartitionMap& map, size_t order, size_t count, size_t bytes) {
    EXPECT_EQ(map.SizeOfLocal(order).item_count, count);
    EXPECT_EQ(map.SizeOfLocal(order).size_bytes, bytes);
    EXPECT_TRUE(map.InvariantsHold());
  };
  const ItemRef small = ItemNumbered(1, 9);
  const ItemRef large = ItemNumbered(2, 99);
  PartitionMap map(2);
  for_each(map, [&](uint64_t hash, const std::string& key) {
    map.Put(hash, key, "", small);
    map.PutLocal(hash, key, 1, "x", small);
    map.PutLocal(hash, key, 1, "y", small);
  });
  expect_size(map, 0, 0, 0);
  expect_size(map, 1, 2 * kKeys, 20 * kKeys);
  for_each(map, [&](uint64_t hash, const std::string& key) { map.PutLocal(hash, key, 1, "x", large); });
  expect_size(map, 1, 2 * kKeys, 110 * kKeys);

  PartitionMap copy(2);
  copy.ShareFrom(map);
  for_each(copy, [&](uint64_t hash, const std::string& key) {
    copy.EraseLocal(hash, key, 1, "x");
    copy.EraseLocal(hash, key, 1, "absent");
  });
  expect_size(copy, 1, kKeys, 10 * kKeys);
  expect_size(map, 1, 2 * kKeys, 110 * kKeys);
  map.TakeContents();
  expect_size(map, 1, 0, 0);
}

TEST(PartitionMapTest, AReferencedPartitionDoesNotChange) {
  PartitionMap map(1);
  const uint64_t hash = PartitionHash(0)("p");
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  const ItemRef first = ItemNumbered(1);
  const ItemRef second = ItemNumbered(2);
  map.Put(hash, "p", "a", first);
  map.PutLocal(hash, "p", 0, "x", first);
  const PartitionRef held = map.FindPartition(hash, "p");
  map.Put(hash, "p", "a", second);
  map.Put(hash, "p", "b", second);
  map.EraseLocal(hash, "p", 0, "x");
  ExpectEntries(held->items(), {{"a", first}});
  ExpectEntries(held->local(0), {{"x", first}});
  map.Erase(hash, "p", "a");
  map.Erase(hash, "p", "b");
  EXPECT_EQ(map.FindPartition(hash, "p"), nullptr);
  ExpectEntries(held->items(), {{"a", first}});
}

TEST(PartitionMapTest, HashesAreTheSameInEveryRunAndSpreadOverTheShards) {
  EXPECT_EQ(PartitionHash(0)(""), PartitionHash(0)({}));
  EXPECT_NE(PartitionHash(0)(""), PartitionHash(0)(std::string(1, '\0')));
  EXPECT_NE(PartitionHash(0)("a"), PartitionHash(0)(std::string("a\0", 2)));
  EXPECT_NE(PartitionHash(0)(std::string(16, '\0')), PartitionHash(0)(std::string(17, '\0')));
  // If these numbers change, so does the order of every Scan.
  EXPECT_EQ(PartitionHash(0)(""), 4749150790772221968u);
  EXPECT_EQ(PartitionHash(0)("PROVIDER#1"), 13178474773754982777u);
  EXPECT_EQ(PartitionHash(0)(std::string(2048, 'k')), 16066068163834499327u);

  // Keys that differ in a few bytes. Of 64,000 keys a shard gets 1,000 on average, with a standard deviation of 32. The
  // same holds for each of the 64 slots in the root nodes of the tries, summed over the shards.
  const std::function<std::string(int)> kinds[] = {
      [](int i) { return std::to_string(i); },
      [](int i) { return "PROVIDER#" + std::to_string(i); },
      [](int i) { return "customer-" + std::to_string(i) + std::string(40, 'x'); },
      [](int i) {
        return std::string{static_cast<char>(i), static_cast<char>(i >> 8), static_cast<char>(i >> 16)};
      },
      [](int i) {
        return std::string(static_cast<size_t>(i) % 64, '\0') + static_cast<char>(i / 64 % 256) +
               static_cast<char>(i / 64 / 256);
      },
  };
  for (const auto& key_of : kinds) {
    std::array<int, 64> shards{};
    std::array<int, 64> slots{};
    for (int i = 0; i < 64'000; ++i) {
      const uint64_t hash = PartitionHash(0)(key_of(i));
      ++shards[PartitionMap::ShardOf(hash)];
      ++slots[hash >> 52 & 63];
    }
    for (size_t i = 0; i < 64; ++i) {
      EXPECT_NEAR(shards[i], 1'000, 160) << key_of(1);
      EXPECT_NEAR(slots[i], 1'000, 160) << key_of(1);
    }
  }
}

// If the mask of the hash were a constant, a block whose second half equals the mask would make the product of both
// halves zero, whatever the first half is: all such keys would collide.
TEST(PartitionMapTest, KeysThatEndInAConstantOfTheHashDoNotCollide) {
  const auto key_of = [](uint64_t first) {
    std::string key(16, '\0');
    for (int i = 0; i < 8; ++i) key[static_cast<size_t>(i)] = static_cast<char>(first >> (8 * i));
    const uint64_t constant = 0x3c6ef372fe94f82bu;
    for (int i = 0; i < 8; ++i) key[static_cast<size_t>(8 + i)] = static_cast<char>(constant >> (56 - 8 * i));
    return key;
  };
  for (const uint64_t seed : {uint64_t{0}, uint64_t{7}, ~uint64_t{0}}) {
    const PartitionHash hash(seed);
    std::set<uint64_t> hashes;
    for (uint64_t i = 0; i < 1'000; ++i) hashes.insert(hash(key_of(i)));
    EXPECT_EQ(hashes.size(), 1'000u) << seed;
  }
}

TEST(PartitionMapTest, TheHashDependsOnTheSeed) {
  EXPECT_EQ(PartitionHash(7)("a"), PartitionHash(7)("a"));
  EXPECT_NE(PartitionHash(7)("a"), PartitionHash(8)("a"));
  const PartitionMap map(0, PartitionHash(7));
  EXPECT_EQ(map.HashOf("a"), PartitionHash(7)("a"));
}

}  // namespace
}  // namespace holdfast
