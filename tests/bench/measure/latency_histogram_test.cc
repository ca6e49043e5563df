#include "bench/measure/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(LatencyHistogram, AllFiguresOfAnEmptyHistogramAreZero) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.count(), 0);
  EXPECT_EQ(histogram.Percentile(50), Nanoseconds(0));
  EXPECT_EQ(histogram.Percentile(0), Nanoseconds(0));
  EXPECT_EQ(histogram.max(), Nanoseconds(0));
  EXPECT_EQ(histogram.Mean(), Nanoseconds(0));
}

TEST(LatencyHistogram, ShortLatenciesAreExact) {
  LatencyHistogram histogram;
  for (int i = 1; i <= 200; ++i) histogram.Record(Nanoseconds(i));
  EXPECT_EQ(histogram.Percentile(50), Nanoseconds(100));
  EXPECT_EQ(histogram.Percentile(99), Nanoseconds(198));
  EXPECT_EQ(histogram.Percentile(100), Nanoseconds(200));
  EXPECT_EQ(histogram.Mean(), Nanoseconds(101));  // 100.5, rounded
}

// Every percentile lies between the exact one and 1/128 above it, over nine powers of ten.
TEST(LatencyHistogram, PercentilesAreNeverTooLowAndAtMostOneIn128TooHigh) {
  std::mt19937_64 random(7);
  std::vector<int64_t> exact;
  LatencyHistogram histogram;
  for (int i = 0; i < 20'000; ++i) {
    const double power = static_cast<double>(random() % 9'000) / 1'000;
    exact.push_back(std::llround(std::pow(10, power)));
    histogram.Record(Nanoseconds(exact.back()));
  }
  std::sort(exact.begin(), exact.end());
  for (const double percent : {0.1, 1.0, 10.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0}) {
    const auto rank = static_cast<size_t>(std::ceil(percent / 100 * static_cast<double>(exact.size())));
    const int64_t truth = exact[rank - 1];
    const int64_t read = histogram.Percentile(percent).count();
    EXPECT_GE(read, truth) << percent;
    EXPECT_LE(read, truth + truth / 128 + 1) << percent;
  }
}

TEST(LatencyHistogram, LatenciesOutOfRangeCountAsTheNearestBound) {
  LatencyHistogram histogram;
  histogram.Record(Nanoseconds(-5));
  EXPECT_EQ(histogram.max(), Nanoseconds(0));
  histogram.Record(std::chrono::hours(30));
  EXPECT_EQ(histogram.max(), LatencyHistogram::kLatencyMax);
  EXPECT_EQ(histogram.Percentile(100), LatencyHistogram::kLatencyMax);
  EXPECT_EQ(histogram.count(), 2);
}

TEST(LatencyHistogram, AMergedHistogramEqualsOneThatRecordedAll) {
  LatencyHistogram one;
  LatencyHistogram other;
  LatencyHistogram all;
  for (int i = 0; i < 1'000; ++i) {
    const Nanoseconds latency = milliseconds(i);
    (i % 3 == 0 ? one : other).Record(latency);
    all.Record(latency);
  }
  one.Add(other);
  EXPECT_EQ(one.count(), all.count());
  EXPECT_EQ(one.max(), all.max());
  EXPECT_EQ(one.Mean(), all.Mean());
  for (const double percent : {1.0, 50.0, 99.0}) EXPECT_EQ(one.Percentile(percent), all.Percentile(percent));
}

TEST(LatencyHistogram, EveryLatencyLiesInExactlyOneInterval) {
  LatencyHistogram histogram;
  for (const int latency : {1, 10, 100, 1'000, 10'000}) histogram.Record(milliseconds(latency));
  EXPECT_EQ(histogram.CountBetween(milliseconds(5), milliseconds(200)), 2);
  const Nanoseconds middle = milliseconds(77);
  EXPECT_EQ(histogram.CountBetween(Nanoseconds(-1), middle) + histogram.CountBetween(middle, seconds(3'600)), 5);
}

}  // namespace
}  // namespace holdfast::bench
