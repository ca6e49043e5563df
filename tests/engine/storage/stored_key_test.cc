#include "engine/storage/stored_key.h"

#include <string>
#include <utility>

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

}  // namespace
}  // namespace holdfast
