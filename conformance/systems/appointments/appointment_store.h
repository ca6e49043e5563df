// The operations on appointments: one method per access pattern, through one client.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/appointments/appointments_table.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::appointments {

// Not thread-safe, like its client.
class AppointmentStore : public TableStore {
 public:
  // `guarded` false omits the conditions on the slot's status when booking, cancelling and blocking.
  AppointmentStore(Client* client, std::string table, bool guarded = true)
      : TableStore(client, std::move(table), guarded) {}

  // Sets the slot to booked and puts the booking, in one transaction.
  Response Book(const Slot& slot, const Booking& booking);
  // Sets the slot to available and the booking to cancelled, in one transaction.
  Response Cancel(const Slot& slot, const std::string& booking_id);
  // Sets an available slot to blocked.
  Response Block(const Slot& slot);

  void PutProvider(const Provider& provider);
  // Puts the slots in batches, and sends unprocessed items again until none remain.
  void PutSlots(std::vector<Item> slots);

  std::optional<Item> GetProvider(const std::string& id) { return Get(ProviderKey(id)); }
  std::optional<Item> GetSlot(const Slot& slot) { return Get(SlotKey(slot)); }
  std::optional<Item> GetBooking(const std::string& id) { return Get(BookingKey(id)); }
  // ProvidersOf and BookingsOf read the index, which is eventually consistent.
  std::vector<Item> ProvidersOf(const std::string& specialty) {
    return ReadIndex("gsi1", {"gsi1pk", "SPECIALTY#" + specialty});
  }
  std::vector<Item> BookingsOf(const std::string& customer) {
    return ReadIndex("gsi1", {"gsi1pk", "CUSTOMER#" + customer});
  }
  // Reads the first page of the provider's available slots on a day, such as "2026-10-01".
  Response AvailableSlots(const std::string& provider, const std::string& day);
};

}  // namespace holdfast::conformance::appointments
