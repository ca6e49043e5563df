#include "conformance/systems/scheduling/fake_calendar.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(FakeCalendarTest, ReturnsIntervalsThatOverlapTheWindow) {
  FakeCalendar calendar("google");
  calendar.SetBusy({QuartersAfterNine(0, 2), QuartersAfterNine(3, 2), QuartersAfterNine(8, 1)});
  EXPECT_THAT(calendar.BusyIntervals(calendar.IssueToken(), QuartersAfterNine(2, 6)),
              Optional(ElementsAre(QuartersAfterNine(3, 2))));
}

TEST(FakeCalendarTest, ReturnsNothingWithoutTheCurrentToken) {
  FakeCalendar calendar("google");
  EXPECT_EQ(calendar.BusyIntervals("vault/google/0", QuartersAfterNine(0, 8)), std::nullopt);
  const std::string first = calendar.IssueToken();
  EXPECT_TRUE(calendar.BusyIntervals(first, QuartersAfterNine(0, 8)).has_value());
  calendar.ExpireToken();
  EXPECT_EQ(calendar.BusyIntervals(first, QuartersAfterNine(0, 8)), std::nullopt);
  const std::string second = calendar.IssueToken();
  EXPECT_EQ(calendar.BusyIntervals(first, QuartersAfterNine(0, 8)), std::nullopt);
  EXPECT_TRUE(calendar.BusyIntervals(second, QuartersAfterNine(0, 8)).has_value());
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
