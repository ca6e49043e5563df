#include "bench/load/zipf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace holdfast::bench {
namespace {

TEST(Zipf, EachItemIsChosenAccordingToItsRank) {
  constexpr size_t kItems = 10;
  constexpr int kDraws = 200'000;
  const Zipf zipf(kItems, 1);
  std::mt19937_64 random(3);
  std::vector<int> drawn(kItems);
  for (int i = 0; i < kDraws; ++i) ++drawn[zipf.Choose(random)];

  double harmonic = 0;
  for (size_t k = 1; k <= kItems; ++k) harmonic += 1 / static_cast<double>(k);
  for (size_t k = 1; k <= kItems; ++k) {
    const double expected = kDraws / (static_cast<double>(k) * harmonic);
    EXPECT_NEAR(drawn[k - 1], expected, 5 * std::sqrt(expected)) << k;
    EXPECT_NEAR(zipf.Probability(k - 1) * kDraws, expected, 1e-6 * kDraws) << k;
  }
}

TEST(Zipf, ExponentZeroIsUniform) {
  const Zipf zipf(4, 0);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(zipf.Probability(i), 0.25, 1e-12);
}

TEST(Zipf, TheOnlyItemIsAlwaysChosen) {
  const Zipf zipf(1, 0.99);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(zipf.Choose(random), 0u);
}

TEST(Zipf, EqualSeedsGiveEqualChoices) {
  const Zipf zipf(1'000, 0.99);
  std::mt19937_64 one(42);
  std::mt19937_64 other(42);
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(zipf.Choose(one), zipf.Choose(other));
}

}  // namespace
}  // namespace holdfast::bench
