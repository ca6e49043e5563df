// A booking of an owner's time, and the items that represent it.
#pragma once

#include <string>

#include "conformance/client/value.h"
#include "conformance/systems/scheduling/interval.h"

namespace holdfast::conformance::scheduling {

struct Booking {
  std::string id;
  std::string owner;
  std::string event_type;
  std::string booker;
  Interval interval;
};

// Pending → Confirmed → Completed, Cancelled or NoShow.
inline constexpr char kPending[] = "PENDING";
inline constexpr char kConfirmed[] = "CONFIRMED";
inline constexpr char kCompleted[] = "COMPLETED";
inline constexpr char kCancelled[] = "CANCELLED";
inline constexpr char kNoShow[] = "NO_SHOW";

Item BookingKey(const Booking& booking);
// The item of a requested booking, whose status is pending. Each change increments its revision.
Item BookingItem(const Booking& booking);
// The record that the booking was refused because its time was taken.
Item ConflictItem(const Booking& booking);
// The guard of one quarter-hour of an owner (scheduling_tables.h): while it exists, the time is taken. `holder` is a
// booking's id, or the sort key of a calendar connection.
Item GuardItem(const std::string& owner, const std::string& quarter_hour, const std::string& holder);
Item GuardKey(const std::string& owner, const std::string& quarter_hour);

// A booking's sort key in GSI2.
std::string StatusSortKey(const std::string& status_name, Minute start);

// The interval of a stored booking.
Interval IntervalOf(const Item& item);
// A copy of the booking `stored`, moved to another time, with its revision incremented and its old start in
// `rescheduled_from`.
Item MoveBooking(const Item& stored, const Interval& interval);

}  // namespace holdfast::conformance::scheduling
