#include "conformance/systems/scheduling/races/agenda_check.h"

#include "conformance/systems/scheduling/booking.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Item BookingOf(const std::string& id, const Interval& interval, const std::string& status_name = kConfirmed) {
  Item item = BookingItem({id, "grace", "intro-call", "ben", interval});
  item["status"] = S(status_name);
  return item;
}

std::vector<Item> GuardsOf(const std::string& holder, const Interval& interval) {
  std::vector<Item> guards;
  for (const std::string& quarter_hour : QuarterHours(interval)) {
    guards.push_back(GuardItem("grace", quarter_hour, holder));
  }
  return guards;
}

template <typename Check>
std::vector<std::string> Findings(const Check& check, const AgendaSnapshot& snapshot) {
  Round round(nullptr, nullptr, "#1", 2, true);
  check(round, snapshot);
  std::vector<std::string> findings;
  for (const Round::Finding& finding : round.TakeFindings()) findings.push_back(finding.what);
  return findings;
}

TEST(CheckNoOverlapTest, AcceptsMeetingsThatTouch) {
  EXPECT_THAT(Findings(CheckNoOverlap,
                       {{BookingOf("a", QuartersAfterNine(0, 2)), BookingOf("b", QuartersAfterNine(2, 2))}, {}}),
              IsEmpty());
}

TEST(CheckNoOverlapTest, IgnoresMeetingsThatAreNotConfirmed) {
  EXPECT_THAT(Findings(CheckNoOverlap,
                       {{BookingOf("a", QuartersAfterNine(0, 2)), BookingOf("b", QuartersAfterNine(1, 2), kPending),
                         BookingOf("c", QuartersAfterNine(1, 2), kCancelled)},
                        {}}),
              IsEmpty());
}

TEST(CheckNoOverlapTest, FindsTwoConfirmedMeetingsThatOverlap) {
  EXPECT_THAT(Findings(CheckNoOverlap,
                       {{BookingOf("a", QuartersAfterNine(0, 2)), BookingOf("b", QuartersAfterNine(1, 2))}, {}}),
              ElementsAre("bookings a (from 2030-01-07T09:00Z to 2030-01-07T09:30Z) and b (from 2030-01-07T09:15Z to "
                          "2030-01-07T09:45Z) are both confirmed, and overlap"));
}

TEST(CheckGuardsTest, AcceptsAGuardForEachQuarterHour) {
  EXPECT_THAT(Findings(CheckGuards,
                       {{BookingOf("a", QuartersAfterNine(0, 2)), BookingOf("b", QuartersAfterNine(4, 2), kPending)},
                        GuardsOf("a", QuartersAfterNine(0, 2))}),
              IsEmpty());
}

TEST(CheckGuardsTest, FindsAMissingGuard) {
  EXPECT_THAT(
      Findings(CheckGuards, {{BookingOf("a", QuartersAfterNine(0, 2))}, GuardsOf("a", QuartersAfterNine(0, 1))}),
      ElementsAre("booking a is confirmed, and the quarter-hour at 2030-01-07T09:15Z is not its own"));
}

TEST(CheckGuardsTest, FindsAnUnneededGuard) {
  EXPECT_THAT(Findings(CheckGuards,
                       {{BookingOf("a", QuartersAfterNine(0, 1), kCancelled)}, GuardsOf("a", QuartersAfterNine(0, 1))}),
              ElementsAre("the quarter-hour at 2030-01-07T09:00Z is kept for a, which is not confirmed then"));
}

TEST(CheckGuardsTest, FindsAGuardOfAnotherBooking) {
  EXPECT_THAT(
      Findings(CheckGuards, {{BookingOf("a", QuartersAfterNine(0, 1))}, GuardsOf("b", QuartersAfterNine(0, 1))}),
      ElementsAre("booking a is confirmed, and the quarter-hour at 2030-01-07T09:00Z is not its own",
                  "the quarter-hour at 2030-01-07T09:00Z is kept for b, which is not confirmed then"));
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
