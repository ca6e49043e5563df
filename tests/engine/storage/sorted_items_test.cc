#include "engine/storage/sorted_items.h"

#include <algorithm>
#include <map>
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

using Model = std::map<std::string, ItemRef, std::less<>>;

std::vector<std::pair<std::string, const Item*>> Entries(const Model& model) {
  std::vector<std::pair<std::string, const Item*>> entries;
  for (const auto& [key, item] : model) entries.emplace_back(key, item.get());
  return entries;
}

std::vector<std::pair<std::string, const Item*>> Ascending(const SortedItems& items, SortedItems::Cursor cursor) {
  std::vector<std::pair<std::string, const Item*>> entries;
  for (; !cursor.done(); cursor.Next()) entries.emplace_back((*cursor).key, (*cursor).item.get());
  EXPECT_LE(entries.size(), items.size());
  return entries;
}

std::vector<std::pair<std::string, const Item*>> Descending(SortedItems::Cursor cursor) {
  std::vector<std::pair<std::string, const Item*>> entries;
  for (; !cursor.done(); cursor.Previous()) entries.emplace_back((*cursor).key, (*cursor).item.get());
  std::reverse(entries.begin(), entries.end());
  return entries;
}

void ExpectHolds(const SortedItems& items, const Model& model) {
  EXPECT_TRUE(items.InvariantsHold());
  const auto expected = Entries(model);
  size_t bytes = 0;
  for (const auto& [key, item] : model) bytes += item->size_bytes();
  ASSERT_EQ(items.size(), model.size());
  EXPECT_EQ(items.empty(), model.empty());
  EXPECT_EQ(items.size_bytes(), bytes);
  ASSERT_EQ(Ascending(items, items.First()), expected);
  ASSERT_EQ(Descending(items.Last()), expected);
  for (const auto& [key, item] : model) {
    const ItemRef* found = items.Find(key);
    ASSERT_NE(found, nullptr) << testing::PrintToString(key);
    EXPECT_EQ(*found, item);
  }
}

// Positions a cursor at `key` with each of the four methods, and moves it one step in each direction from there.
void ExpectCursorsAgree(const SortedItems& items, const Model& model, const std::string& key) {
  const auto expect_at = [&](SortedItems::Cursor cursor, Model::const_iterator expected, const char* method) {
    SCOPED_TRACE(std::string(method) + " " + testing::PrintToString(key));
    if (expected == model.end()) {
      EXPECT_TRUE(cursor.done());
      return;
    }
    ASSERT_FALSE(cursor.done());
    EXPECT_EQ((*cursor).key, expected->first);
    EXPECT_EQ((*cursor).item, expected->second);
    SortedItems::Cursor next = cursor;
    next.Next();
    const auto after = std::next(expected);
    ASSERT_EQ(next.done(), after == model.end());
    if (!next.done()) {
      EXPECT_EQ((*next).key, after->first);
      next.Previous();
      EXPECT_EQ((*next).key, expected->first);
    }
    cursor.Previous();
    ASSERT_EQ(cursor.done(), expected == model.begin());
    if (!cursor.done()) {
      EXPECT_EQ((*cursor).key, std::prev(expected)->first);
      cursor.Next();
      EXPECT_EQ((*cursor).key, expected->first);
    }
  };
  const auto before = [&](Model::const_iterator bound) {
    return bound == model.begin() ? model.end() : std::prev(bound);
  };
  expect_at(items.AtLeast(key), model.lower_bound(key), "AtLeast");
  expect_at(items.After(key), model.upper_bound(key), "After");
  expect_at(items.AtMost(key), before(model.upper_bound(key)), "AtMost");
  expect_at(items.Before(key), before(model.lower_bound(key)), "Before");
}

TEST(SortedItemsTest, EmptyItemsHaveNothingInAnyDirection) {
  SortedItems items;
  ExpectHolds(items, {});
  for (const char* key : {"", "a"}) ExpectCursorsAgree(items, {}, key);
  EXPECT_EQ(items.Find(""), nullptr);
  EXPECT_EQ(items.Erase(""), nullptr);
}

TEST(SortedItemsTest, PutReturnsTheReplacedItem) {
  SortedItems items;
  const ItemRef first = ItemNumbered(1, 10);
  const ItemRef second = ItemNumbered(2, 5);
  EXPECT_EQ(items.Put("", first), nullptr);
  EXPECT_EQ(items.size_bytes(), 11u);
  EXPECT_EQ(items.Put("", second), first);
  EXPECT_EQ(items.size_bytes(), 6u);
  EXPECT_EQ(items.Put("k", first), nullptr);
  EXPECT_EQ(items.Put("k", second), first);
  EXPECT_EQ(items.size_bytes(), 12u);
  EXPECT_EQ(items.Erase("absent"), nullptr);
  EXPECT_EQ(items.Erase(""), second);
  EXPECT_EQ(items.Erase("k"), second);
  EXPECT_EQ(items.Erase("k"), nullptr);
  ExpectHolds(items, {});
}

TEST(SortedItemsTest, MovedFromItemsAreEmpty) {
  for (const int count : {0, 1, 2, 100}) {
    SortedItems items;
    Model model;
    for (int i = 0; i < count; ++i) {
      const ItemRef item = ItemNumbered(static_cast<uint64_t>(i));
      items.Put(std::to_string(i), item);
      model[std::to_string(i)] = item;
    }
    SortedItems moved = std::move(items);
    ExpectHolds(items, {});
    ExpectHolds(moved, model);
    items = std::move(moved);
    ExpectHolds(moved, {});
    ExpectHolds(items, model);
  }
}

// Compares with std::map. Copies are made on the way, and original and copies are all changed: a change of one must not
// affect the others.
TEST(SortedItemsTest, BehavesAsAMapAndItsCopiesDiverge) {
  HOLDFAST_SEEDED_RANDOM(random);
  for (const uint64_t variety : {3u, 40u, 300u, 3000u}) {
    struct Version {
      SortedItems items;
      Model model;
    };
    std::vector<Version> versions(1);
    for (int step = 0; step < 12'000; ++step) {
      Version& version = versions[random.Below(versions.size())];
      const std::string key = RandomKey(random, variety);
      // Waves of growth and of shrinking, so that trees of every height lose their last entries too.
      const uint64_t erase_percent = (step / 1500) % 2 == 0 ? 25 : 70;
      if (random.Below(100) >= erase_percent) {
        const ItemRef item = ItemNumbered(random.Next(), random.Below(50));
        const auto found = version.model.find(key);
        ASSERT_EQ(version.items.Put(key, item), found == version.model.end() ? ItemRef() : found->second);
        version.model[key] = item;
      } else {
        const auto found = version.model.find(key);
        ASSERT_EQ(version.items.Erase(key), found == version.model.end() ? ItemRef() : found->second);
        if (found != version.model.end()) version.model.erase(found);
      }
      ASSERT_EQ(version.items.size(), version.model.size());
      if (step % 7 == 0) ExpectCursorsAgree(version.items, version.model, RandomKey(random, variety * 2));
      if (step % 50 == 0) ExpectHolds(version.items, version.model);
      if (random.Below(200) == 0) {
        Version copy = version;
        if (versions.size() < 6) {
          versions.push_back(std::move(copy));
        } else {
          versions[random.Below(versions.size())] = std::move(copy);
        }
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << "variety " << variety << ", step " << step;
    }
    for (const Version& version : versions) ExpectHolds(version.items, version.model);
  }
}

TEST(SortedItemsTest, CursorsFindTheNeighboursOfAnyKeyOnBothSides) {
  for (const int count : {1, 2, 4, 5, 32, 33, 64, 1000}) {
    SortedItems items;
    Model model;
    for (int i = 0; i < count; ++i) {
      std::string key = std::to_string(1000 + i);
      if (i % 3 == 1) key.insert(2, "\0", 1);
      if (i % 3 == 2) key.append("\xff\xff");
      const ItemRef item = ItemNumbered(static_cast<uint64_t>(i));
      items.Put(key, item);
      model[key] = item;
    }
    std::vector<std::string> keys = {"", std::string(1, '\0'), std::string(2048, '\0'), std::string(2048, '\xff'),
                                     std::string(2048, '1')};
    for (const auto& [key, item] : model) {
      keys.push_back(key);
      keys.push_back(key + '\0');
      keys.push_back(key.substr(0, key.size() - 1));
      keys.push_back(key + '\xff');
    }
    for (const std::string& key : keys) ExpectCursorsAgree(items, model, key);
  }
}

// A node stores a hint for each key: eight bytes after the common prefix of the node's keys. So this tests nodes of
// two, few and many keys, with various prefixes.
TEST(SortedItemsTest, OrdersKeysByTheirBytes) {
  const std::vector<std::string> keys = BoundaryKeys();
  const ItemRef item = ItemNumbered(1);
  for (const std::string& a : keys) {
    for (const std::string& b : keys) {
      SortedItems items;
      items.Put(a, item);
      items.Put(b, item);
      ASSERT_EQ((*items.First()).key, std::min(a, b));
      ASSERT_EQ((*items.Last()).key, std::max(a, b));
    }
  }
  HOLDFAST_SEEDED_RANDOM(random);
  for (const char* prefix : {"", "SLOT#2026-10-01T", "\xff"}) {
    for (int round = 0; round < 5; ++round) {
      SortedItems items;
      Model model;
      for (size_t i = 0; i < 3 * keys.size(); ++i) {
        const std::string key = prefix + keys[random.Below(keys.size())] + (i % 2 == 0 ? "" : prefix);
        items.Put(key, item);
        model[key] = item;
      }
      ExpectHolds(items, model);
      for (const std::string& key : keys) ExpectCursorsAgree(items, model, prefix + key);
      while (model.size() > 5) {
        const auto gone = std::next(model.begin(), static_cast<std::ptrdiff_t>(random.Below(model.size())));
        items.Erase(gone->first);
        model.erase(gone);
      }
      ExpectHolds(items, model);
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
}

TEST(SortedItemsTest, HoldsAMillionItemsInAnyOrderOfInsertion) {
  const ItemRef item = ItemNumbered(1);
  const auto key_of = [](uint64_t i) {
    std::string key = std::to_string(i);
    return "SLOT#2026-10-" + std::string(8 - key.size(), '0') + key;
  };
  enum class InsertionOrder { kAscending, kDescending, kScattered };
  struct Case {
    InsertionOrder order;
    uint64_t count;
  };
  for (const auto [order, count] :
       {Case{InsertionOrder::kAscending, 1'000'000}, Case{InsertionOrder::kDescending, 100'000},
        Case{InsertionOrder::kScattered, 1'000'000}}) {
    SortedItems items;
    for (uint64_t i = 0; i < count; ++i) {
      // The multiplier shares no factor with the count, so every number occurs once.
      const uint64_t number = order == InsertionOrder::kAscending    ? i
                              : order == InsertionOrder::kDescending ? count - 1 - i
                                                                     : i * 617'231 % count;
      ASSERT_EQ(items.Put(key_of(number), item), nullptr);
    }
    ASSERT_EQ(items.size(), count);
    uint64_t expected = 0;
    for (SortedItems::Cursor cursor = items.First(); !cursor.done(); cursor.Next()) {
      ASSERT_EQ((*cursor).key, key_of(expected++));
    }
    ASSERT_EQ(expected, count);
    // Erasing from the original does not affect a copy.
    const SortedItems before = items;
    for (uint64_t i = 0; i < count; i += 2) ASSERT_EQ(items.Erase(key_of(i)), item);
    EXPECT_EQ(items.size(), count / 2);
    EXPECT_EQ(before.size(), count);
    EXPECT_EQ(items.Find(key_of(4)), nullptr);
    EXPECT_NE(items.Find(key_of(5)), nullptr);
    EXPECT_NE(before.Find(key_of(4)), nullptr);
  }
}

TEST(SortedItemsTest, ErasingFromEitherEndLeavesTheRest) {
  const ItemRef item = ItemNumbered(1);
  for (const bool from_front : {true, false}) {
    SortedItems items;
    for (int i = 0; i < 20'000; ++i) items.Put(std::to_string(100'000 + i), item);
    for (int left = 20'000; left > 0; --left) {
      const SortedItems::Cursor end = from_front ? items.First() : items.Last();
      const std::string key((*end).key);
      ASSERT_EQ(key, std::to_string(from_front ? 120'000 - left : 99'999 + left));
      ASSERT_EQ(items.Erase(key), item);
      ASSERT_EQ(items.size(), static_cast<size_t>(left - 1));
    }
    EXPECT_TRUE(items.First().done());
  }
}

}  // namespace
}  // namespace holdfast
