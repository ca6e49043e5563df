#include "bench/load/random.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

TEST(UnitInterval, StaysBelowOne) {
  std::mt19937_64 random(5);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double number = UnitInterval(random);
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 1);
    sum += number;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.01);
}

TEST(Exponential, HasTheMeanOne) {
  std::mt19937_64 random(5);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) sum += Exponential(random);
  EXPECT_NEAR(sum / 100'000, 1, 0.02);
}

}  // namespace
}  // namespace holdfast::bench
