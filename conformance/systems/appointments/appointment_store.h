// What can be done with appointments: one client's desk. Each method is one access pattern.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/appointments/appointments_table.h"
#include "conformance/wire/client.h"

namespace holdfast::conformance::appointments {

// Not thread-safe, like its client.
class AppointmentStore {
 public:
  // Without its guards a desk books, cancels and blocks without asking for the slot's status.
  AppointmentStore(Client* client, std::string table, bool guarded = true)
      : client_(*client), table_(std::move(table)), guarded_(guarded) {}

  // The slot becomes booked and the booking is put, both or neither.
  Response Book(const Slot& slot, const Booking& booking);
  // The slot becomes available and the booking cancelled, both or neither.
  Response Cancel(const Slot& slot, const std::string& booking_id);
  // The provider takes an available slot out of sale.
  Response Block(const Slot& slot);

  void PutProvider(const Provider& provider);
  // In batches, until none of them is left over.
  void PutSlots(std::vector<Item> slots);

  std::optional<Item> GetProvider(const std::string& id) { return Get(ProviderKey(id)); }
  std::optional<Item> GetSlot(const Slot& slot) { return Get(SlotKey(slot)); }
  std::optional<Item> GetBooking(const std::string& id) { return Get(BookingKey(id)); }
  // The index follows its table: an answer may be late.
  std::vector<Item> ProvidersOf(const std::string& specialty) { return QueryIndex("SPECIALTY#" + specialty); }
  std::vector<Item> BookingsOf(const std::string& customer) { return QueryIndex("CUSTOMER#" + customer); }
  // The first page; `day` is "2026-10-01".
  Response AvailableSlots(const std::string& provider, const std::string& day);

 private:
  std::optional<Item> Get(Item key);
  std::vector<Item> QueryIndex(const std::string& partition);

  Client& client_;
  const std::string table_;
  const bool guarded_;
};

}  // namespace holdfast::conformance::appointments
