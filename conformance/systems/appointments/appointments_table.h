// System 1, appointments: providers, the slots they offer and the bookings of customers in one table with one index.
//
//   entity    pk               sk              gsi1pk           gsi1sk
//   provider  PROVIDER#<id>    #METADATA       SPECIALTY#<s>    PROVIDER#<id>
//   slot      PROVIDER#<id>    SLOT#<time>                                       status, duration, bookingId
//   booking   BOOKING#<id>     #METADATA       CUSTOMER#<id>    BOOKING#<id>     status, ...
#pragma once

#include <string>

#include "conformance/client/value.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance::appointments {

TableDefinition Table();

struct Provider {
  std::string id;
  std::string specialty;
};

struct Slot {
  std::string provider;
  std::string time;  // "2026-10-01T09:00"
};

struct Booking {
  std::string id;
  std::string customer;
};

Item ProviderKey(const std::string& id);
Item SlotKey(const Slot& slot);
Item BookingKey(const std::string& id);

// The items as the store writes them.
Item ProviderItem(const Provider& provider);
// An item without bookingId, which AppointmentStore::Book adds. `status` is "available", "blocked" or "booked".
Item SlotItem(const Slot& slot, const std::string& status);
Item BookingItem(const Slot& slot, const Booking& booking);

}  // namespace holdfast::conformance::appointments
