#include "bench/load/send_rate.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;

constexpr TimePoint kBegin{};

// Sends requests for `length`, as fast as `rate` allows, up to `per_second`. Returns the time at the end.
TimePoint SendSteadily(SendRate* rate, TimePoint now, milliseconds length, int per_second, bool throttled) {
  const TimePoint end = now + length;
  while (now < end) {
    now += rate->Acquire(now);
    now += Nanoseconds(std::chrono::seconds(1)) / per_second;
    rate->OnResponse(throttled, now);
  }
  return now;
}

TEST(SendRate, DoesNotLimitBeforeTheFirstThrottling) {
  SendRate rate(kBegin);
  const TimePoint now = SendSteadily(&rate, kBegin, milliseconds(3'000), 1'000, false);
  EXPECT_FALSE(rate.limiting());
  EXPECT_EQ(rate.Acquire(now), Nanoseconds(0));
}

TEST(SendRate, FallsToSevenTenthsOfTheMeasuredRate) {
  SendRate rate(kBegin);
  const TimePoint now = SendSteadily(&rate, kBegin, milliseconds(3'000), 100, false);
  rate.OnResponse(true, now);
  EXPECT_TRUE(rate.limiting());
  EXPECT_NEAR(rate.per_second(), 70, 3);
}

TEST(SendRate, DelaysRequestsWhileLimiting) {
  SendRate rate(kBegin);
  const TimePoint now = SendSteadily(&rate, kBegin, milliseconds(3'000), 100, false);
  rate.OnResponse(true, now);
  // The tokens in the bucket, at most those of one second, are spent without delay. Later requests are 1/70 s apart.
  Nanoseconds early(0);
  Nanoseconds last(0);
  for (int i = 1; i <= 140; ++i) early = rate.Acquire(now);
  for (int i = 1; i <= 70; ++i) last = rate.Acquire(now);
  EXPECT_GE(early, milliseconds(900));
  EXPECT_LE(early, milliseconds(2'100));
  EXPECT_NEAR(std::chrono::duration<double>(last - early).count(), 1, 0.05);
}

TEST(SendRate, NeverFallsBelowHalfARequestASecond) {
  SendRate rate(kBegin);
  TimePoint now = SendSteadily(&rate, kBegin, milliseconds(2'000), 20, false);
  for (int i = 0; i < 50; ++i) rate.OnResponse(true, now += milliseconds(100));
  EXPECT_GE(rate.per_second(), 0.5);
  EXPECT_LT(rate.per_second(), 20);
}

TEST(SendRate, RecoversWhenThrottlingEnds) {
  SendRate rate(kBegin);
  TimePoint now = SendSteadily(&rate, kBegin, milliseconds(3'000), 100, false);
  rate.OnResponse(true, now);
  const double limited = rate.per_second();
  SendSteadily(&rate, now, milliseconds(12'000), 1'000, false);
  EXPECT_GT(rate.per_second(), 1.2 * limited);
}

}  // namespace
}  // namespace holdfast::bench
