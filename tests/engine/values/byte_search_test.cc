#include "engine/values/byte_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace holdfast {
namespace {

TEST(ContainsBytes, FindsOnlyContainedNeedles) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  EXPECT_TRUE(ContainsBytes(text, ""));
  EXPECT_TRUE(ContainsBytes("", ""));
  EXPECT_FALSE(ContainsBytes("", "a"));
  EXPECT_TRUE(ContainsBytes(text, text));
  EXPECT_TRUE(ContainsBytes(text, "t"));
  EXPECT_TRUE(ContainsBytes(text, "dog"));
  EXPECT_FALSE(ContainsBytes(text, "dogs"));
  EXPECT_FALSE(ContainsBytes(text, "foxes"));
  EXPECT_TRUE(ContainsBytes(std::string_view("a\0b\0c", 5), std::string_view("\0c", 2)));
  EXPECT_FALSE(ContainsBytes("abc", "abcd"));
}

// Texts of at most three different letters are often periodic, which an incorrect search is likely to handle wrongly.
TEST(ContainsBytes, AgreesWithTheSearchOfTheStandardLibrary) {
  std::mt19937 random(1);
  const auto text = [&](size_t size, unsigned letters) {
    std::string made(size, 'a');
    for (char& c : made) c = static_cast<char>('a' + random() % letters);
    return made;
  };
  for (int i = 0; i < 100'000; ++i) {
    const unsigned letters = 1 + static_cast<unsigned>(random() % 3);
    const std::string haystack = text(random() % 300, letters);
    std::string needle = text(random() % 40, letters);
    if (i % 3 == 0 && !haystack.empty()) needle = haystack.substr(random() % haystack.size(), random() % 100);
    ASSERT_EQ(ContainsBytes(haystack, needle), haystack.find(needle) != std::string::npos)
        << needle << " in " << haystack;
  }
}

// Comparing the needle at every position would take hours here.
TEST(ContainsBytes, NoNeedleMakesTheSearchQuadratic) {
  const std::string same(4'000'000, 'a');
  const std::string half(2'000'000, 'a');
  EXPECT_FALSE(ContainsBytes(same, half + "b"));
  EXPECT_FALSE(ContainsBytes(same, "b" + half));
  EXPECT_FALSE(ContainsBytes(same, half + "b" + half.substr(1'000'000)));
  EXPECT_TRUE(ContainsBytes(same + "b", half + "b"));
  std::string pairs;
  while (pairs.size() < same.size()) pairs += "ab";
  EXPECT_FALSE(ContainsBytes(pairs, pairs.substr(0, 2'000'000) + "c"));
  EXPECT_FALSE(ContainsBytes(pairs, pairs.substr(0, 1'000'000) + pairs.substr(1, 1'000'000)));
  EXPECT_TRUE(ContainsBytes(pairs, pairs.substr(1, 2'000'000)));
}

}  // namespace
}  // namespace holdfast
