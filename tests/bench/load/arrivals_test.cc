#include "bench/load/arrivals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kBegin{};

std::vector<TimePoint> ArrivalTimes(Arrivals arrivals) {
  std::vector<TimePoint> all;
  for (auto next = arrivals.Peek(); next.has_value(); next = arrivals.Peek()) {
    all.push_back(*next);
    arrivals.Pop();
  }
  return all;
}

TEST(Arrivals, EvenArrivalsHaveEqualGaps) {
  const std::vector<TimePoint> all =
      ArrivalTimes(Arrivals({.per_second = 100, .poisson = false}, kBegin, kBegin + seconds(2), 1));
  ASSERT_EQ(all.size(), 200u);
  EXPECT_GE(all.front(), kBegin);
  for (size_t i = 1; i < all.size(); ++i) EXPECT_EQ(all[i] - all[i - 1], milliseconds(10));
}

// In a Poisson process the gaps have the same mean as even gaps, and a standard deviation equal to this mean.
TEST(Arrivals, PoissonGapsHaveAStandardDeviationEqualToTheirMean) {
  const std::vector<TimePoint> all =
      ArrivalTimes(Arrivals({.per_second = 1'000, .poisson = true}, kBegin, kBegin + seconds(50), 9));
  EXPECT_NEAR(static_cast<double>(all.size()), 50'000, 5 * std::sqrt(50'000));
  double sum = 0;
  double squares = 0;
  for (size_t i = 1; i < all.size(); ++i) {
    const double gap = std::chrono::duration<double, std::milli>(all[i] - all[i - 1]).count();
    sum += gap;
    squares += gap * gap;
  }
  const auto gaps = static_cast<double>(all.size() - 1);
  const double mean = sum / gaps;
  EXPECT_NEAR(mean, 1, 0.03);
  EXPECT_NEAR(std::sqrt(squares / gaps - mean * mean), 1, 0.03);
}

TEST(Arrivals, AllArrivalsAreBeforeTheEnd) {
  const TimePoint end = kBegin + seconds(1);
  const std::vector<TimePoint> all = ArrivalTimes(Arrivals({.per_second = 333, .poisson = true}, kBegin, end, 4));
  ASSERT_FALSE(all.empty());
  for (const TimePoint at : all) {
    EXPECT_GE(at, kBegin);
    EXPECT_LT(at, end);
  }
}

TEST(Arrivals, PopAllCountsTheRemainingArrivalsOnce) {
  Arrivals arrivals({.per_second = 100, .poisson = false}, kBegin, kBegin + seconds(1), 2);
  for (int i = 0; i < 30; ++i) arrivals.Pop();
  EXPECT_EQ(arrivals.PopAll(), 70);
  EXPECT_EQ(arrivals.PopAll(), 0);
  EXPECT_FALSE(arrivals.Peek().has_value());
}

}  // namespace
}  // namespace holdfast::bench
