#include "bench/report/figures.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

TEST(Figures, LatenciesHaveThreeDigits) {
  EXPECT_EQ(LatencyText(Nanoseconds(0)), "–");
  EXPECT_EQ(LatencyText(Nanoseconds(850)), "0.85 µs");
  EXPECT_EQ(LatencyText(Nanoseconds(850'400)), "850 µs");
  EXPECT_EQ(LatencyText(Nanoseconds(999'700)), "1.00 ms");
  EXPECT_EQ(LatencyText(Nanoseconds(1'236'000)), "1.24 ms");
  EXPECT_EQ(LatencyText(Nanoseconds(12'360'000)), "12.4 ms");
  EXPECT_EQ(LatencyText(Nanoseconds(999'600'000)), "1.00 s");
  EXPECT_EQ(LatencyText(std::chrono::seconds(123)), "123 s");
}

TEST(Figures, SharesDoNotRoundSomethingToNothing) {
  EXPECT_EQ(ShareText(1, 0), "–");
  EXPECT_EQ(ShareText(0, 10), "0.0 %");
  EXPECT_EQ(ShareText(1, 1'000'000), "< 0.1 %");
  EXPECT_EQ(ShareText(43, 1'000), "4.3 %");
  EXPECT_EQ(ShareText(7, 7), "100.0 %");
}

TEST(Figures, OrdinalsEndAsTheyAreSpoken) {
  EXPECT_EQ(OrdinalText(1), "1st");
  EXPECT_EQ(OrdinalText(2), "2nd");
  EXPECT_EQ(OrdinalText(3), "3rd");
  EXPECT_EQ(OrdinalText(4), "4th");
  EXPECT_EQ(OrdinalText(10), "10th");
  EXPECT_EQ(OrdinalText(11), "11th");
  EXPECT_EQ(OrdinalText(32), "32nd");
  EXPECT_EQ(OrdinalText(112), "112th");
  EXPECT_EQ(OrdinalText(1'213), "1,213th");
  EXPECT_EQ(OrdinalText(10'001), "10,001st");
}

TEST(Figures, RatesAndRatios) {
  EXPECT_EQ(RateText(0.83), "0.8/s");
  EXPECT_EQ(RateText(1234.4), "1,234/s");
  EXPECT_EQ(RatioText(0), "–");
  EXPECT_EQ(RatioText(0.834), "0.83×");
  EXPECT_EQ(RatioText(21.04), "21.0×");
}

}  // namespace
}  // namespace holdfast::bench
