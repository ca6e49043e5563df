#include "engine/values/multi_search.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {
namespace {

std::set<std::string> FoundNeedles(std::string_view haystack, const std::vector<std::string>& needles) {
  std::set<std::string> found;
  MultiSearch({needles.begin(), needles.end()}).Search(haystack, [&](size_t needle) {
    EXPECT_TRUE(found.insert(needles[needle]).second) << needles[needle] << " twice";
  });
  return found;
}

TEST(MultiSearch, FindsNeedlesThatOverlapAndContainEachOther) {
  using Names = std::set<std::string>;
  EXPECT_EQ(FoundNeedles("ushers", {"he", "she", "his", "hers"}), (Names{"he", "she", "hers"}));
  EXPECT_EQ(FoundNeedles("aaaa", {"a", "aa", "aaa", "aaaa", "aaaaa"}), (Names{"a", "aa", "aaa", "aaaa"}));
  EXPECT_EQ(FoundNeedles("abcd", {"bc", "abce", "cd", "b"}), (Names{"bc", "cd", "b"}));
  EXPECT_EQ(FoundNeedles("", {"a"}), Names{});
  EXPECT_EQ(FoundNeedles("abc", {}), Names{});
  const std::string zeros("\0\xff\0", 3);
  EXPECT_EQ(FoundNeedles(zeros, {std::string("\xff\0", 2), "\xfe"}), Names{std::string("\xff\0", 2)});
}

TEST(MultiSearch, AgreesWithSearchingForOneNeedleAfterTheOther) {
  std::mt19937 random(3);
  const auto text = [&](size_t size, unsigned letters) {
    std::string made(size, 'a');
    for (char& c : made) c = static_cast<char>('a' + random() % letters);
    return made;
  };
  for (int round = 0; round < 20'000; ++round) {
    const unsigned letters = 1 + static_cast<unsigned>(random() % 3);
    const std::string haystack = text(random() % 60, letters);
    std::set<std::string> needles;
    for (size_t i = random() % 12; i > 0; --i) needles.insert(text(1 + random() % 8, letters));
    std::set<std::string> expected;
    for (const std::string& needle : needles) {
      if (haystack.find(needle) != std::string::npos) expected.insert(needle);
    }
    ASSERT_EQ(FoundNeedles(haystack, {needles.begin(), needles.end()}), expected) << haystack;
  }
}

// Searching for one needle after the other would take minutes.
TEST(MultiSearch, ManyNeedlesTakeOnePass) {
  std::vector<std::string> needles;
  for (size_t i = 0; i < 3'000; ++i) needles.push_back("b" + std::string(1 + i, 'a'));
  EXPECT_TRUE(FoundNeedles(std::string(2'000'000, 'a'), needles).empty());
  EXPECT_EQ(FoundNeedles(std::string(2'000'000, 'a') + "b" + std::string(100, 'a'), needles).size(), 100u);
}

}  // namespace
}  // namespace holdfast
