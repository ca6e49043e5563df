// The operations on venues, slots, holds and bookings: one method per access pattern or step of the saga, through one
// client.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/slate/slate_table.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::slate {

// Not thread-safe, like its client.
class SlotReservations : public TableStore {
 public:
  // `guarded` false omits the conditions on existing slots and holds. New items are always put on condition that they
  // do not exist.
  SlotReservations(Client* client, std::string table, bool guarded = true)
      : TableStore(client, std::move(table), guarded) {}

  // Each of the following changes is one request: a transaction if it writes several items. Returns the response, also
  // if the request failed.

  // OPEN → BOOKED, with a booking and the user's reference to it.
  Response Book(const Slot& slot, const Booking& booking);
  // OPEN → HELD, with a hold.
  Response PlaceHold(const Slot& slot, const Hold& hold);
  // HELD → BOOKED, with a booking and the user's reference to it. Requires that the slot is held by this hold and that
  // the hold exists, and deletes the hold. The slot keeps the hold's id.
  Response ConfirmBooking(const Slot& slot, const std::string& hold_id, const Booking& booking);
  // HELD → OPEN. Requires that the slot is held by this hold and that the hold exists, and deletes the hold.
  Response ReleaseHold(const Slot& slot, const std::string& hold_id);
  // Changes the expiry time of a hold. Requires that the hold exists.
  Response RenewHold(const std::string& hold_id, int64_t expires_at);
  // HELD → OPEN, for a hold that has expired. Requires that the slot is still held by this hold.
  Response ReopenSlot(const Slot& slot, const std::string& hold_id);

  // All venues of the table, by name. Read from the index, which is eventually consistent.
  std::vector<Item> VenuesByName() { return ReadIndex("gsi1", {"gsi1pk", "VENUE"}); }
  // The slots of a venue, in order of time.
  std::vector<Item> SlotsOf(const std::string& venue) {
    return ReadPartition({"pk", "VENUE#" + venue}, {"sk", "SLOT#"});
  }
  // The references to a user's bookings, the newest first.
  std::vector<Item> BookingReferencesOf(const std::string& user);

 private:
  // The request that changes the slot from one status to another, on condition that it has the first one and, unless
  // `held_by` is empty, is held by that hold.
  UpdateItemRequest FlipRequest(const Slot& slot, const std::string& from, const std::string& to,
                                const std::string& held_by = "") const;
  // HELD → OPEN, and the slot forgets its hold.
  UpdateItemRequest ReopenRequest(const Slot& slot, const std::string& hold_id) const;
  DeleteItemRequest DeleteHoldRequest(const std::string& hold_id) const;
  PutItemRequest PutNewRequest(Item item) const;
};

}  // namespace holdfast::conformance::slate
