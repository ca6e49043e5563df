#include "conformance/systems/slate/slot_reservations.h"

namespace holdfast::conformance::slate {
namespace {

constexpr const char* kAbsent = "attribute_not_exists(pk)";
constexpr const char* kPresent = "attribute_exists(pk)";

}  // namespace

UpdateItemRequest SlotReservations::FlipRequest(const Slot& slot, const std::string& from, const std::string& to,
                                                const std::string& held_by) const {
  UpdateItemRequest request{.table = table_,
                            .key = SlotKey(slot),
                            .update = "SET #status = :to",
                            .names = {{"#status", "status"}},
                            .values = {{":to", S(to)}}};
  if (!guarded_) return request;
  request.condition = "#status = :from";
  request.values[":from"] = S(from);
  if (held_by.empty()) return request;
  request.condition += " AND holdId = :held";
  request.values[":held"] = S(held_by);
  return request;
}

UpdateItemRequest SlotReservations::ReopenRequest(const Slot& slot, const std::string& hold_id) const {
  UpdateItemRequest request = FlipRequest(slot, "HELD", "OPEN", hold_id);
  request.update += " REMOVE holdId";
  return request;
}

DeleteItemRequest SlotReservations::DeleteHoldRequest(const std::string& hold_id) const {
  return {.table = table_, .key = HoldKey(hold_id), .condition = guarded_ ? kPresent : ""};
}

PutItemRequest SlotReservations::PutNewRequest(Item item) const {
  return {.table = table_, .item = std::move(item), .condition = kAbsent};
}

Response SlotReservations::Book(const Slot& slot, const Booking& booking) {
  return client_.TransactWriteItems(
      {.actions = {FlipRequest(slot, "OPEN", "BOOKED"), PutNewRequest(BookingItem(slot, booking)),
                   PutNewRequest(ReferenceItem(slot, booking))}});
}

Response SlotReservations::PlaceHold(const Slot& slot, const Hold& hold) {
  UpdateItemRequest take = FlipRequest(slot, "OPEN", "HELD");
  take.update += ", holdId = :hold";
  take.values[":hold"] = S(hold.id);
  return client_.TransactWriteItems({.actions = {take, PutNewRequest(HoldItem(slot, hold))}});
}

Response SlotReservations::ConfirmBooking(const Slot& slot, const std::string& hold_id, const Booking& booking) {
  return client_.TransactWriteItems(
      {.actions = {FlipRequest(slot, "HELD", "BOOKED", hold_id), DeleteHoldRequest(hold_id),
                   PutNewRequest(BookingItem(slot, booking)), PutNewRequest(ReferenceItem(slot, booking))}});
}

Response SlotReservations::ReleaseHold(const Slot& slot, const std::string& hold_id) {
  return client_.TransactWriteItems({.actions = {ReopenRequest(slot, hold_id), DeleteHoldRequest(hold_id)}});
}

Response SlotReservations::RenewHold(const std::string& hold_id, int64_t expires_at) {
  return client_.UpdateItem({.table = table_,
                             .key = HoldKey(hold_id),
                             .update = "SET expiresAt = :until",
                             .condition = guarded_ ? kPresent : "",
                             .values = {{":until", N(expires_at)}}});
}

Response SlotReservations::ReopenSlot(const Slot& slot, const std::string& hold_id) {
  return client_.UpdateItem(ReopenRequest(slot, hold_id));
}

std::vector<Item> SlotReservations::BookingReferencesOf(const std::string& user) {
  return client_.QueryAll({.table = table_,
                           .key_condition = "pk = :user AND begins_with(sk, :booking)",
                           .values = {{":user", S("USER#" + user)}, {":booking", S("BOOKING#")}},
                           .forward = false,
                           .consistent = true});
}

}  // namespace holdfast::conformance::slate
