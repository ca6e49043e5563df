#include "conformance/systems/scheduling/interval.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Interval From(const std::string& start, const std::string& end) { return {FromIso(start), FromIso(end)}; }

TEST(IntervalTest, IsoInvertsFromIso) {
  for (const std::string text : {"2030-01-07T09:00Z", "2028-02-29T23:59Z", "1999-12-31T00:00Z"}) {
    EXPECT_EQ(Iso(FromIso(text)), text);
  }
  EXPECT_EQ(Iso(FromIso("2029-12-31T23:45Z") + kQuarterHour), "2030-01-01T00:00Z");
}

TEST(IntervalTest, IntervalsThatTouchDoNotOverlap) {
  EXPECT_TRUE(Overlap(QuartersAfterNine(0, 2), QuartersAfterNine(1, 2)));
  EXPECT_TRUE(Overlap(QuartersAfterNine(0, 4), QuartersAfterNine(1, 1)));
  EXPECT_FALSE(Overlap(QuartersAfterNine(0, 2), QuartersAfterNine(2, 2)));
  EXPECT_FALSE(Overlap(QuartersAfterNine(2, 2), QuartersAfterNine(0, 2)));
}

TEST(IntervalTest, QuarterHoursCoverTheInterval) {
  EXPECT_THAT(QuarterHours(From("2030-01-07T09:00Z", "2030-01-07T09:30Z")),
              ElementsAre("2030-01-07T09:00Z", "2030-01-07T09:15Z"));
  EXPECT_THAT(QuarterHours(From("2030-01-07T09:10Z", "2030-01-07T09:16Z")),
              ElementsAre("2030-01-07T09:00Z", "2030-01-07T09:15Z"));
  EXPECT_THAT(QuarterHours(From("2030-01-07T23:50Z", "2030-01-08T00:10Z")),
              ElementsAre("2030-01-07T23:45Z", "2030-01-08T00:00Z"));
  EXPECT_THAT(QuarterHours(From("2030-01-07T09:00Z", "2030-01-07T09:00Z")), IsEmpty());
  EXPECT_THAT(QuarterHours(From("2030-01-07T09:10Z", "2030-01-07T09:10Z")), IsEmpty());
}

TEST(IntervalTest, OnQuarterHoursAnOverlapIsASharedQuarterHour) {
  for (int offset = 0; offset < 8; ++offset) {
    for (int quarters = 1; quarters < 5; ++quarters) {
      const Interval fixed = QuartersAfterNine(3, 2);
      const Interval other = QuartersAfterNine(offset, quarters);
      bool shares = false;
      for (const std::string& quarter_hour : QuarterHours(other)) {
        for (const std::string& held : QuarterHours(fixed)) shares = shares || held == quarter_hour;
      }
      EXPECT_EQ(shares, Overlap(fixed, other)) << offset << " " << quarters;
    }
  }
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
