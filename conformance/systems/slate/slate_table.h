// System 3, Slate: live booking of venues, with holds that expire while the customer pays. One table, one index, a
// stream, and time to live in "expiresAt".
//
//   entity     pk             sk                        gsi1pk   gsi1sk
//   venue      VENUE#<v>      META                      VENUE    <name>
//   slot       VENUE#<v>      SLOT#<startsAt>                             status, holdId
//   hold       HOLD#<h>       META                                        the slot, holdId, userId, expiresAt
//   booking    BOOKING#<b>    META                                        the slot, bookingId, userId, createdAt
//   reference  USER#<u>       BOOKING#<createdAt>#<b>                     the slot, bookingId
//
//   OPEN ──PlaceHold──► HELD ──ConfirmBooking──► BOOKED
//    ▲                   │
//    ├── ReleaseHold ────┤  the payment failed
//    └── ReopenSlot ─────┘  the hold expired
//
// Book changes a slot from OPEN to BOOKED without a hold.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/client/value.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance::slate {

TableDefinition Table();

inline constexpr int64_t kHoldSeconds = 15 * 60;
// How long ago the expiry time of an expired hold was when cases and races place it.
inline constexpr int64_t kOverdueSeconds = 10;

struct Venue {
  std::string id;
  std::string name;
};

struct Slot {
  std::string venue;
  std::string starts_at;  // "2026-10-01T20:00"
};

struct Hold {
  std::string id;
  std::string user;
  int64_t expires_at = 0;  // seconds since 1970
};

struct Booking {
  std::string id;
  std::string user;
  std::string created_at;
};

Item VenueKey(const std::string& id);
Item SlotKey(const Slot& slot);
Item HoldKey(const std::string& id);
Item BookingKey(const std::string& id);
Item ReferenceKey(const Booking& booking);

// The items as the store writes them.
Item VenueItem(const Venue& venue);
Item OpenSlotItem(const Slot& slot);
Item HoldItem(const Slot& slot, const Hold& hold);
Item BookingItem(const Slot& slot, const Booking& booking);
Item ReferenceItem(const Slot& slot, const Booking& booking);
// The slot that a stored hold is for.
Slot SlotOf(const Item& hold);

}  // namespace holdfast::conformance::slate
