#include "conformance/systems/scheduling/booking.h"

namespace holdfast::conformance::scheduling {
namespace {

// All attributes of a booking that depend on its time.
Item TimeAttributes(const std::string& id, const std::string& status_name, const Interval& interval) {
  return {{"SK", S("BOOKING#" + Iso(interval.start) + "#" + id)},
          {"GSI2_SK", S(StatusSortKey(status_name, interval.start))},
          {"GSI3_SK", S("TIME#" + Iso(interval.start))},
          {"starts_at", S(Iso(interval.start))},
          {"ends_at", S(Iso(interval.end))}};
}

}  // namespace

Item BookingKey(const Booking& booking) {
  return {{"PK", S("EVENTTYPE#" + booking.event_type)},
          {"SK", S("BOOKING#" + Iso(booking.interval.start) + "#" + booking.id)}};
}

Item BookingItem(const Booking& booking) {
  Item item = TimeAttributes(booking.id, kPending, booking.interval);
  item.insert({{"PK", S("EVENTTYPE#" + booking.event_type)},
               {"GSI1_PK", S("BOOKER#" + booking.booker)},
               {"GSI2_PK", S("OWNER#" + booking.owner)},
               {"GSI3_PK", S("EVENTTYPE#" + booking.event_type)},
               {"booking_id", S(booking.id)},
               {"owner_id", S(booking.owner)},
               {"booker_email", S(booking.booker + "@example.org")},
               {"status", S(kPending)},
               {"revision", N(1)}});
  return item;
}

Item ConflictItem(const Booking& booking) {
  return {{"PK", S("EVENTTYPE#" + booking.event_type)},
          {"SK", S("CONFLICT#" + Iso(booking.interval.start) + "#" + booking.id)},
          {"booking_id", S(booking.id)},
          {"owner_id", S(booking.owner)},
          {"starts_at", S(Iso(booking.interval.start))},
          {"ends_at", S(Iso(booking.interval.end))}};
}

Item GuardKey(const std::string& owner, const std::string& quarter_hour) {
  return {{"PK", S("OWNER#" + owner)}, {"SK", S("GUARD#" + quarter_hour)}};
}

Item GuardItem(const std::string& owner, const std::string& quarter_hour, const std::string& holder) {
  Item item = GuardKey(owner, quarter_hour);
  item.insert({{"owner_id", S(owner)}, {"holder", S(holder)}});
  return item;
}

std::string StatusSortKey(const std::string& status_name, Minute start) {
  return "STATUS#" + status_name + "#" + Iso(start);
}

Interval IntervalOf(const Item& item) { return {FromIso(TextOf(item, "starts_at")), FromIso(TextOf(item, "ends_at"))}; }

Item MoveBooking(const Item& stored, const Interval& interval) {
  Item moved = TimeAttributes(TextOf(stored, "booking_id"), TextOf(stored, "status"), interval);
  moved["rescheduled_from"] = S(TextOf(stored, "starts_at"));
  moved["revision"] = N(NumberOf(stored, "revision") + 1);
  moved.insert(stored.begin(), stored.end());
  return moved;
}

}  // namespace holdfast::conformance::scheduling
