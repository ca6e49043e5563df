#include "conformance/systems/scheduling/fake_calendar.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(FakeCalendarTest, ReturnsIntervalsThatOverlapTheWindow) {
  FakeCalendar calendar("google");
  calendar.SetBusy({FromNine(0, 2), FromNine(3, 2), FromNine(8, 1)});
  EXPECT_THAT(calendar.BusyIntervals(calendar.IssueToken(), FromNine(2, 6)), Optional(ElementsAre(FromNine(3, 2))));
}

TEST(FakeCalendarTest, ReturnsNothingWithoutTheCurrentToken) {
  FakeCalendar calendar("google");
  EXPECT_EQ(calendar.BusyIntervals("vault/google/0", FromNine(0, 8)), std::nullopt);
  const std::string first = calendar.IssueToken();
  EXPECT_TRUE(calendar.BusyIntervals(first, FromNine(0, 8)).has_value());
  calendar.ExpireToken();
  EXPECT_EQ(calendar.BusyIntervals(first, FromNine(0, 8)), std::nullopt);
  const std::string second = calendar.IssueToken();
  EXPECT_EQ(calendar.BusyIntervals(first, FromNine(0, 8)), std::nullopt);
  EXPECT_TRUE(calendar.BusyIntervals(second, FromNine(0, 8)).has_value());
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
