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
  conformance::UpdateItemRequest change;
  change.table = slot.table;
  change.key = SlotKey(slot);
  change.update = std::move(update);
  change.condition = std::move(condition);
  change.names = {{"#status", "status"}};
  change.values = std::move(values);
  return change;
}

conformance::PutItemRequest PutNew(const HeldSlot& slot, const std::string& pk) {
  conformance::PutItemRequest put;
  put.table = slot.table;
  put.item = KeyOf(pk);
  const Item key = SlotKey(slot);
  put.item["slot"] = S(conformance::TextOf(key, "pk") + " " + conformance::TextOf(key, "sk"));
  put.condition = "attribute_not_exists(pk)";
  return put;
}

conformance::DeleteItemRequest DeleteHold(const HeldSlot& slot) {
  conformance::DeleteItemRequest remove;
  remove.table = slot.table;
  remove.key = KeyOf("HOLD#" + slot.hold_id);
  return remove;
}

}  // namespace

conformance::TransactWriteItemsRequest HoldRequest(const HeldSlot& slot, int64_t now, int64_t until,
                                                   const std::string& token) {
  conformance::TransactWriteItemsRequest request;
  request.actions.emplace_back(
      ChangeSlot(slot, "SET #status = :held, holdId = :hold, heldUntil = :until",
                 "attribute_not_exists(#status) OR #status = :open OR (#status = :held AND heldUntil < :now)",
                 {{":held", S("HELD")},
                  {":open", S("OPEN")},
                  {":hold", S(slot.hold_id)},
                  {":until", N(until)},
                  {":now", N(now)}}));
  request.actions.emplace_back(PutNew(slot, "HOLD#" + slot.hold_id));
  request.token = token;
  return request;
}

conformance::TransactWriteItemsRequest ConfirmRequest(const HeldSlot& slot, int64_t now, const std::string& token) {
  conformance::TransactWriteItemsRequest request;
  request.actions.emplace_back(
      ChangeSlot(slot, "SET #status = :booked, bookingId = :hold REMOVE holdId, heldUntil",
                 "#status = :held AND holdId = :hold AND heldUntil >= :now",
                 {{":booked", S("BOOKED")}, {":held", S("HELD")}, {":hold", S(slot.hold_id)}, {":now", N(now)}}));
  request.actions.emplace_back(DeleteHold(slot));
  request.actions.emplace_back(PutNew(slot, "BOOKING#" + slot.hold_id));
  request.token = token;
  return request;
}

conformance::TransactWriteItemsRequest ReleaseRequest(const HeldSlot& slot, const std::string& token) {
  conformance::TransactWriteItemsRequest request;
  request.actions.emplace_back(ChangeSlot(slot, "SET #status = :open REMOVE holdId, heldUntil",
                                          "#status = :held AND holdId = :hold",
                                          {{":open", S("OPEN")}, {":held", S("HELD")}, {":hold", S(slot.hold_id)}}));
  request.actions.emplace_back(DeleteHold(slot));
  request.token = token;
  return request;
}

}  // namespace holdfast::bench
