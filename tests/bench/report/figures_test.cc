#include "bench/report/figures.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

TEST(Figures, LatenciesHaveThreeDigits) {
  EXPECT_EQ(FormatLatency(Nanoseconds(0)), "–");
  EXPECT_EQ(FormatLatency(Nanoseconds(850)), "0.85 µs");
  EXPECT_EQ(FormatLatency(Nanoseconds(850'400)), "850 µs");
  EXPECT_EQ(FormatLatency(Nanoseconds(999'700)), "1.00 ms");
  EXPECT_EQ(FormatLatency(Nanoseconds(1'236'000)), "1.24 ms");
  EXPECT_EQ(FormatLatency(Nanoseconds(12'360'000)), "12.4 ms");
  EXPECT_EQ(FormatLatency(Nanoseconds(999'600'000)), "1.00 s");
  EXPECT_EQ(FormatLatency(std::chrono::seconds(123)), "123 s");
}

TEST(Figures, SmallSharesAreNotRoundedToZero) {
  EXPECT_EQ(FormatShare(1, 0), "–");
  EXPECT_EQ(FormatShare(0, 10), "0.0 %");
  EXPECT_EQ(FormatShare(1, 1'000'000), "< 0.1 %");
  EXPECT_EQ(FormatShare(43, 1'000), "4.3 %");
  EXPECT_EQ(FormatShare(7, 7), "100.0 %");
}

TEST(Figures, OrdinalsHaveEnglishEndings) {
  EXPECT_EQ(FormatOrdinal(1), "1st");
  EXPECT_EQ(FormatOrdinal(2), "2nd");
  EXPECT_EQ(FormatOrdinal(3), "3rd");
  EXPECT_EQ(FormatOrdinal(4), "4th");
  EXPECT_EQ(FormatOrdinal(10), "10th");
  EXPECT_EQ(FormatOrdinal(11), "11th");
  EXPECT_EQ(FormatOrdinal(32), "32nd");
  EXPECT_EQ(FormatOrdinal(112), "112th");
  EXPECT_EQ(FormatOrdinal(1'213), "1,213th");
  EXPECT_EQ(FormatOrdinal(10'001), "10,001st");
}

TEST(Figures, RatesAndRatios) {
  EXPECT_EQ(FormatRate(0.83), "0.8/s");
  EXPECT_EQ(FormatRate(1234.4), "1,234/s");
  EXPECT_EQ(FormatRatio(0), "–");
  EXPECT_EQ(FormatRatio(0.834), "0.83×");
  EXPECT_EQ(FormatRatio(21.04), "21.0×");
}

}  // namespace
}  // namespace holdfast::bench
