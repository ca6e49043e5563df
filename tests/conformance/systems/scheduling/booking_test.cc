#include "conformance/systems/scheduling/booking.h"

#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

const Booking kBooking{"b1", "grace", "intro-call", "ben", QuartersAfterNine(0, 2)};

TEST(BookingTest, MovingUpdatesAllKeysThatContainTheTime) {
  Item stored = BookingItem(kBooking);
  stored["status"] = S(kConfirmed);
  stored["crm_record"] = S("contact-1");
  const Item moved = MoveBooking(stored, QuartersAfterNine(4, 3));
  EXPECT_EQ(TextOf(moved, "PK"), "EVENTTYPE#intro-call");
  EXPECT_EQ(TextOf(moved, "SK"), "BOOKING#2030-01-07T10:00Z#b1");
  EXPECT_EQ(TextOf(moved, "GSI1_PK"), "BOOKER#ben");
  EXPECT_EQ(TextOf(moved, "GSI2_SK"), "STATUS#CONFIRMED#2030-01-07T10:00Z");
  EXPECT_EQ(TextOf(moved, "GSI3_SK"), "TIME#2030-01-07T10:00Z");
  EXPECT_EQ(IntervalOf(moved), QuartersAfterNine(4, 3));
  EXPECT_EQ(TextOf(moved, "rescheduled_from"), "2030-01-07T09:00Z");
  EXPECT_EQ(TextOf(moved, "crm_record"), "contact-1");
  EXPECT_EQ(NumberOf(moved, "revision"), 2);
}

TEST(BookingTest, KeepsOnlyThePreviousTimeOfAMove) {
  const Item moved = MoveBooking(MoveBooking(BookingItem(kBooking), QuartersAfterNine(4, 2)), QuartersAfterNine(8, 2));
  EXPECT_EQ(TextOf(moved, "rescheduled_from"), "2030-01-07T10:00Z");
  EXPECT_EQ(NumberOf(moved, "revision"), 3);
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
