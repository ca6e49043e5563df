#include "conformance/systems/appointments/appointments_table.h"

namespace holdfast::conformance::appointments {

TableDefinition Table() { return SingleTable("appointments"); }

Item ProviderKey(const std::string& id) { return {{"pk", S("PROVIDER#" + id)}, {"sk", S("#METADATA")}}; }

Item SlotKey(const Slot& slot) { return {{"pk", S("PROVIDER#" + slot.provider)}, {"sk", S("SLOT#" + slot.time)}}; }

Item BookingKey(const std::string& id) { return {{"pk", S("BOOKING#" + id)}, {"sk", S("#METADATA")}}; }

Item ProviderItem(const Provider& provider) {
  Item item = ProviderKey(provider.id);
  item.insert({{"gsi1pk", S("SPECIALTY#" + provider.specialty)},
               {"gsi1sk", S("PROVIDER#" + provider.id)},
               {"name", S("Dr. " + provider.id)},
               {"timezone", S("Europe/Berlin")}});
  return item;
}

Item SlotItem(const Slot& slot, const std::string& status) {
  Item item = SlotKey(slot);
  item.insert({{"status", S(status)}, {"duration", N(30)}});
  return item;
}

Item BookingItem(const Slot& slot, const Booking& booking) {
  Item item = BookingKey(booking.id);
  item.insert({{"gsi1pk", S("CUSTOMER#" + booking.customer)},
               {"gsi1sk", S("BOOKING#" + booking.id)},
               {"customerId", S(booking.customer)},
               {"providerId", S(slot.provider)},
               {"dateTime", S(slot.time)},
               {"status", S("booked")},
               {"duration", N(30)},
               {"createdAt", S("2026-09-01T08:00:00Z")}});
  return item;
}

}  // namespace holdfast::conformance::appointments
