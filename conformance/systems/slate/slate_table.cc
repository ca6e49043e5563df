#include "conformance/systems/slate/slate_table.h"

namespace holdfast::conformance::slate {
namespace {

Item WithSlot(Item item, const Slot& slot) {
  item.insert({{"venueId", S(slot.venue)}, {"startsAt", S(slot.starts_at)}});
  return item;
}

}  // namespace

TableDefinition Table() { return SingleTable("slate"); }

Item VenueKey(const std::string& id) { return {{"pk", S("VENUE#" + id)}, {"sk", S("META")}}; }
Item SlotKey(const Slot& slot) { return {{"pk", S("VENUE#" + slot.venue)}, {"sk", S("SLOT#" + slot.starts_at)}}; }
Item HoldKey(const std::string& id) { return {{"pk", S("HOLD#" + id)}, {"sk", S("META")}}; }
Item BookingKey(const std::string& id) { return {{"pk", S("BOOKING#" + id)}, {"sk", S("META")}}; }

Item ReferenceKey(const Booking& booking) {
  return {{"pk", S("USER#" + booking.user)}, {"sk", S("BOOKING#" + booking.created_at + "#" + booking.id)}};
}

Item VenueItem(const Venue& venue) {
  Item item = VenueKey(venue.id);
  item.insert({{"gsi1pk", S("VENUE")}, {"gsi1sk", S(venue.name)}, {"name", S(venue.name)}});
  return item;
}

Item OpenSlotItem(const Slot& slot) {
  Item item = WithSlot(SlotKey(slot), slot);
  item["status"] = S("OPEN");
  return item;
}

Item HoldItem(const Slot& slot, const Hold& hold) {
  Item item = WithSlot(HoldKey(hold.id), slot);
  item.insert({{"holdId", S(hold.id)}, {"userId", S(hold.user)}, {"expiresAt", N(hold.expires_at)}});
  return item;
}

Item BookingItem(const Slot& slot, const Booking& booking) {
  Item item = WithSlot(BookingKey(booking.id), slot);
  item.insert({{"bookingId", S(booking.id)}, {"userId", S(booking.user)}, {"createdAt", S(booking.created_at)}});
  return item;
}

Item ReferenceItem(const Slot& slot, const Booking& booking) {
  Item item = WithSlot(ReferenceKey(booking), slot);
  item["bookingId"] = S(booking.id);
  return item;
}

Slot SlotOf(const Item& hold) { return {TextOf(hold, "venueId"), TextOf(hold, "startsAt")}; }

}  // namespace holdfast::conformance::slate
