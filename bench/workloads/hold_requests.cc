#include "bench/workloads/hold_requests.h"

#include <cstdio>
#include <utility>

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::N;
using conformance::S;

Item SlotKey(const HeldSlot& slot) {
  char number[24];
  std::snprintf(number, sizeof number, "%09lld", static_cast<long long>(slot.number));
  return {{"pk", S("VENUE#" + std::to_string(slot.venue))}, {"sk", S("SLOT#" + std::string(number))}};
}

Item KeyOf(const std::string& pk) { return {{"pk", S(pk)}, {"sk", S("META")}}; }

conformance::UpdateItemRequest ChangeSlot(const HeldSlot& slot, std::string update, std::string condition,
                                          Item values) {
  return {.table = slot.table,
          .key = SlotKey(slot),
          .update = std::move(update),
          .condition = std::move(condition),
          .names = {{"#status", "status"}},
          .values = std::move(values)};
}

conformance::PutItemRequest PutNew(const HeldSlot& slot, const std::string& pk) {
  const Item key = SlotKey(slot);
  Item item = KeyOf(pk);
  item["slot"] = S(conformance::TextOf(key, "pk") + " " + conformance::TextOf(key, "sk"));
  return {.table = slot.table, .item = std::move(item), .condition = "attribute_not_exists(pk)"};
}

conformance::DeleteItemRequest DeleteHold(const HeldSlot& slot) {
  return {.table = slot.table, .key = KeyOf("HOLD#" + slot.hold_id)};
}

}  // namespace

conformance::TransactWriteItemsRequest HoldRequest(const HeldSlot& slot, int64_t now, int64_t until,
                                                   const std::string& token) {
  return {.actions = {ChangeSlot(
                          slot, "SET #status = :held, holdId = :hold, heldUntil = :until",
                          "attribute_not_exists(#status) OR #status = :open OR (#status = :held AND heldUntil < :now)",
                          {{":held", S("HELD")},
                           {":open", S("OPEN")},
                           {":hold", S(slot.hold_id)},
                           {":until", N(until)},
                           {":now", N(now)}}),
                      PutNew(slot, "HOLD#" + slot.hold_id)},
          .token = token};
}

conformance::TransactWriteItemsRequest ConfirmRequest(const HeldSlot& slot, int64_t now, const std::string& token) {
  return {
      .actions = {ChangeSlot(
                      slot, "SET #status = :booked, bookingId = :hold REMOVE holdId, heldUntil",
                      "#status = :held AND holdId = :hold AND heldUntil >= :now",
                      {{":booked", S("BOOKED")}, {":held", S("HELD")}, {":hold", S(slot.hold_id)}, {":now", N(now)}}),
                  DeleteHold(slot), PutNew(slot, "BOOKING#" + slot.hold_id)},
      .token = token};
}

conformance::TransactWriteItemsRequest ReleaseRequest(const HeldSlot& slot, const std::string& token) {
  return {
      .actions = {ChangeSlot(slot, "SET #status = :open REMOVE holdId, heldUntil", "#status = :held AND holdId = :hold",
                             {{":open", S("OPEN")}, {":held", S("HELD")}, {":hold", S(slot.hold_id)}}),
                  DeleteHold(slot)},
      .token = token};
}

}  // namespace holdfast::bench
