#include "engine/storage/stored_key.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/stored_bytes.h"
#include "gtest/gtest.h"
#include "tests/engine/storage/random_keys.h"

namespace holdfast {
namespace {

TEST(StoredKeyTest, KeepsEveryByte) {
  for (const std::string& key : BoundaryKeys()) EXPECT_EQ(StoredKey(key).view(), key);
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

TEST(StoredKeyTest, LongKeysCountAsStoredUntilTheLastCopyIsDestroyed) {
  constexpr size_t kKeys = 10'000;
  constexpr size_t kData = kKeys * limits::kPartitionKeyBytesMax;
  // Allows for the bytes that threads have counted but not yet added to the total.
  constexpr size_t kSlack = size_t{2} << 20;
  const size_t before = StoredBytes::Total();
  std::vector<StoredKey> copies;
  {
    std::vector<StoredKey> keys;
    for (size_t i = 0; i < kKeys; ++i) keys.emplace_back(std::string(limits::kPartitionKeyBytesMax, 'k'));
    copies = keys;
  }
  EXPECT_GT(StoredBytes::Total() + kSlack, before + kData);
  EXPECT_LT(StoredBytes::Total(), before + kData + kData / 4 + kSlack) << "copies share the bytes";
  copies.clear();
  EXPECT_LT(StoredBytes::Total(), before + kSlack);
}

}  // namespace
}  // namespace holdfast
