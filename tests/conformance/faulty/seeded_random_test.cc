#include "conformance/faulty/seeded_random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace holdfast::conformance::faulty {
namespace {

using ::testing::ElementsAre;

std::string Draws(uint64_t seed) {
  SeededRandom random(seed);
  std::string draws;
  for (int i = 0; i < 64; ++i) draws += random.Bernoulli(0.5) ? '1' : '0';
  return draws;
}

TEST(SeededRandom, RepeatsForASeed) {
  EXPECT_EQ(Draws(1), Draws(1));
  EXPECT_NE(Draws(1), Draws(2));
}

TEST(SeededRandom, ProbabilityZeroIsNeverAndOneIsAlways) {
  SeededRandom random(1);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_FALSE(random.Bernoulli(0));
    EXPECT_TRUE(random.Bernoulli(1));
  }
}

TEST(SeededRandom, BelowReachesEachNumberBelowItsBound) {
  SeededRandom random(1);
  std::set<uint64_t> numbers;
  for (int i = 0; i < 100; ++i) numbers.insert(random.Below(3));
  EXPECT_THAT(numbers, ElementsAre(0, 1, 2));
}

TEST(SeededRandom, AnotherSeedChoosesOtherTexts) {
  int differences = 0;
  for (int i = 0; i < 1'000; ++i) {
    const std::string text = std::to_string(i);
    if (IsChosen(text, 1, 0.5) != IsChosen(text, 2, 0.5)) ++differences;
  }
  EXPECT_GT(differences, 350);
}

TEST(SeededRandom, AShareOfTextsIsChosen) {
  int chosen = 0;
  for (int i = 0; i < 8'000; ++i) {
    const std::string text = std::to_string(i);
    EXPECT_EQ(IsChosen(text, 1, 0.125), IsChosen(text, 1, 0.125));
    chosen += IsChosen(text, 1, 0.125) ? 1 : 0;
  }
  EXPECT_GT(chosen, 850);
  EXPECT_LT(chosen, 1'150);
}

}  // namespace
}  // namespace holdfast::conformance::faulty
