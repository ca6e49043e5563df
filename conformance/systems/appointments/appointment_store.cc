#include "conformance/systems/appointments/appointment_store.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace holdfast::conformance::appointments {
namespace {

constexpr int kBatchesMax = 1'000;
constexpr size_t kBatchWritesMax = 25;
constexpr std::chrono::milliseconds kUnprocessedPause{50};

}  // namespace

Response AppointmentStore::Book(const Slot& slot, const Booking& booking) {
  UpdateItemRequest take{.table = table_,
                         .key = SlotKey(slot),
                         .update = "SET #status = :booked, bookingId = :bid",
                         .names = {{"#status", "status"}},
                         .values = {{":booked", S("booked")}, {":bid", S(booking.id)}}};
  if (guarded_) {
    take.condition = "#status = :available";
    take.values[":available"] = S("available");
  }
  const PutItemRequest put{
      .table = table_, .item = BookingItem(slot, booking), .condition = "attribute_not_exists(pk)"};
  return client_.TransactWriteItems({.actions = {take, put}});
}

Response AppointmentStore::Cancel(const Slot& slot, const std::string& booking_id) {
  UpdateItemRequest free{.table = table_,
                         .key = SlotKey(slot),
                         .update = "SET #status = :available REMOVE bookingId",
                         .names = {{"#status", "status"}},
                         .values = {{":available", S("available")}}};
  if (guarded_) {
    free.condition = "#status = :booked AND bookingId = :bid";
    free.values.insert({{":booked", S("booked")}, {":bid", S(booking_id)}});
  }
  const UpdateItemRequest cancel{.table = table_,
                                 .key = BookingKey(booking_id),
                                 .update = "SET #status = :cancelled",
                                 .names = {{"#status", "status"}},
                                 .values = {{":cancelled", S("cancelled")}}};
  return client_.TransactWriteItems({.actions = {free, cancel}});
}

Response AppointmentStore::Block(const Slot& slot) {
  UpdateItemRequest block{.table = table_,
                          .key = SlotKey(slot),
                          .update = "SET #status = :blocked",
                          .names = {{"#status", "status"}},
                          .values = {{":blocked", S("blocked")}}};
  if (guarded_) {
    block.condition = "#status = :available";
    block.values[":available"] = S("available");
  }
  return client_.UpdateItem(block);
}

void AppointmentStore::PutProvider(const Provider& provider) {
  Require(client_.PutItem({.table = table_, .item = ProviderItem(provider), .condition = "attribute_not_exists(pk)"}));
}

void AppointmentStore::PutSlots(std::vector<Item> slots) {
  for (int batches = 0; !slots.empty(); ++batches) {
    if (batches == kBatchesMax) throw SetupFailed("BatchWriteItem returns the slots as unprocessed again and again");
    const size_t batch = std::min(slots.size(), kBatchWritesMax);
    const auto rest = slots.begin() + static_cast<std::ptrdiff_t>(batch);
    const Response response = Require(client_.BatchWriteItem({.table = table_, .puts = {slots.begin(), rest}}));
    slots.erase(slots.begin(), rest);
    const rapidjson::Value* const unprocessed = Member(response.json(), "UnprocessedItems");
    const rapidjson::Value* const left_over = unprocessed == nullptr ? nullptr : Member(*unprocessed, table_);
    if (left_over == nullptr || !left_over->IsArray() || left_over->Empty()) continue;
    for (const rapidjson::Value& write : left_over->GetArray()) {
      const rapidjson::Value* const put = Member(write, "PutRequest");
      const rapidjson::Value* const item = put == nullptr ? nullptr : Member(*put, "Item");
      if (item != nullptr) slots.push_back(ReadItem(*item));
    }
    std::this_thread::sleep_for(kUnprocessedPause);
  }
}

Response AppointmentStore::AvailableSlots(const std::string& provider, const std::string& day) {
  return Require(client_.Query({.table = table_,
                                .key_condition = "pk = :provider AND sk BETWEEN :from AND :to",
                                .filter = "#status = :available",
                                .names = {{"#status", "status"}},
                                .values = {{":provider", S("PROVIDER#" + provider)},
                                           {":from", S("SLOT#" + day + "T00:00")},
                                           {":to", S("SLOT#" + day + "T23:59")},
                                           {":available", S("available")}},
                                .consistent = true}));
}

}  // namespace holdfast::conformance::appointments
