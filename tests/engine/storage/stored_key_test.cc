#include "engine/storage/stored_key.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace holdfast {
namespace {

// Keys around each boundary of the representation: 8 bytes (the prefix), 15 (in place), and padding-like zeros.
std::vector<std::string> BoundaryKeys() {
  std::vector<std::string> keys;
  for (const size_t size : {0u, 1u, 2u, 7u, 8u, 9u, 14u, 15u, 16u, 17u, 255u, 2048u, 20000u}) {
    for (const char fill : {'\x00', '\x01', 'a', '\x7f', '\x80', '\xff'}) {
      keys.emplace_back(size, fill);
      if (size == 0) continue;
      for (const char last : {'\x00', 'b', '\xff'}) {
        keys.emplace_back(size, fill);
        keys.back().back() = last;
      }
    }
  }
  keys.push_back("PROVIDER#\xf0\x9f\x98\x80");
  return keys;
}

TEST(StoredKeyTest, KeepsEveryByte) {
  for (const std::string& key : BoundaryKeys()) EXPECT_EQ(StoredKey(key).view(), key);
}

TEST(StoredKeyTest, OrdersAsTheBytesDo) {
  const std::vector<std::string> keys = BoundaryKeys();
  for (const std::string& a : keys) {
    const StoredKey stored(a);
    for (const std::string& b : keys) {
      ASSERT_EQ(stored.Compare(KeyProbe(b)), std::string_view(a) <=> std::string_view(b))
          << testing::PrintToString(a) << " against " << testing::PrintToString(b);
    }
  }
}

TEST(StoredKeyTest, CopiesOutliveTheOriginal) {
  for (const std::string& key : BoundaryKeys()) {
    StoredKey copy;
    EXPECT_EQ(copy.view(), "");
    {
      const StoredKey original(key);
      copy = original;
      const StoredKey another = copy;
      EXPECT_EQ(another.view(), key);
    }
    EXPECT_EQ(copy.view(), key);
    StoredKey moved = std::move(copy);
    EXPECT_EQ(moved.view(), key);
    moved = StoredKey("other");
    EXPECT_EQ(moved.view(), "other");
  }
}

}  // namespace
}  // namespace holdfast
