// Transactional booking, as in an appointment system: in one transaction, each slot changes from free to booked if it
// is free, and the booking is put if its id is new.
//
//   entity    pk               sk            attributes
//   slot      PROVIDER#<kind>  SLOT#<number>  status, bookingId
//   booking   BOOKING#<id>     #METADATA      slots
//
// A slot that has not been booked yet is not stored, so that a run can sell as many as the endpoint can handle.
#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "bench/load/zipf.h"
#include "bench/workloads/on_sale.h"
#include "bench/workloads/workloads.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::S;

// Pads numbers to equal length, so that slots are sorted by number.
std::string Padded(int64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "%09lld", static_cast<long long>(number));
  return text;
}

Item SlotKey(size_t kind, int64_t number) {
  return {{"pk", S("PROVIDER#" + std::to_string(kind))}, {"sk", S("SLOT#" + Padded(number))}};
}

std::string SlotName(const Item& slot) {
  return conformance::TextOf(slot, "pk") + " " + conformance::TextOf(slot, "sk");
}

// The state that all customers share.
struct Sale {
  const WorkloadOptions options;
  const SlotBookingShape shape;
  const Zipf popularity{static_cast<size_t>(shape.kinds), shape.zipf};
  OnSale on_sale{static_cast<size_t>(shape.kinds)};
};

class Customer : public Actor {
 public:
  Customer(Sale* sale, int client, uint64_t seed) : sale_(*sale), client_(client), random_(seed) {}

  RequestStep Begin(TimePoint now) override {
    ChooseSlots(now);
    const std::string booking = std::to_string(client_) + "-" + std::to_string(++bookings_);
    return {.operation = "TransactWriteItems", .body = ToJson(Transaction(booking)), .pause = {}};
  }

  NextStep Continue(const conformance::Response& response, TimePoint now) override {
    Completion completion = CompletionOf(response);
    const std::vector<std::string> codes = response.CancellationCodes();
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const bool taken_by_another = i < codes.size() && codes[i] == "ConditionalCheckFailed";
      if (completion.outcome != Outcome::kSucceeded && !taken_by_another) continue;
      const std::optional<Nanoseconds> after = sale_.on_sale.MarkSold(wanted_[i].kind, wanted_[i].number, now);
      if (after.has_value())
        completion.decided_after = std::max(*after, completion.decided_after.value_or(Nanoseconds(0)));
    }
    return completion;
  }

 private:
  struct WantedSlot {
    size_t kind = 0;
    int64_t number = 0;
  };

  void ChooseSlots(TimePoint now) {
    wanted_.clear();
    while (wanted_.size() < static_cast<size_t>(sale_.shape.slots_per_booking)) {
      const size_t kind = sale_.popularity.Choose(random_);
      const bool twice = std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& w) { return w.kind == kind; });
      if (!twice) wanted_.push_back({kind, sale_.on_sale.CurrentNumber(kind, now)});
    }
  }

  conformance::TransactWriteItemsRequest Transaction(const std::string& booking) const {
    const std::string& table = sale_.options.table;
    conformance::TransactWriteItemsRequest request;
    std::vector<conformance::Value> slots;
    for (const WantedSlot& slot : wanted_) {
      const Item key = SlotKey(slot.kind, slot.number);
      slots.push_back(S(SlotName(key)));
      request.actions.emplace_back(conformance::UpdateItemRequest{
          .table = table,
          .key = key,
          .update = "SET #status = :booked, bookingId = :bid",
          .condition = "attribute_not_exists(#status) OR #status = :available",
          .names = {{"#status", "status"}},
          .values = {{":booked", S("booked")}, {":available", S("available")}, {":bid", S(booking)}}});
    }
    request.actions.emplace_back(conformance::PutItemRequest{
        .table = table,
        .item = {{"pk", S("BOOKING#" + booking)}, {"sk", S("#METADATA")}, {"slots", conformance::L(std::move(slots))}},
        .condition = "attribute_not_exists(pk)"});
    request.token = sale_.options.trial_tag + "-" + booking;
    return request;
  }

  Sale& sale_;
  const int client_;
  std::mt19937_64 random_;
  int64_t bookings_ = 0;
  std::vector<WantedSlot> wanted_;
};

class SlotBooking : public Workload {
 public:
  SlotBooking(const WorkloadOptions& options, SlotBookingShape shape) : sale_{.options = options, .shape = shape} {}

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override {
    return std::make_unique<Customer>(&sale_, client, seed);
  }
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override {
    return BookingViolations(client.ScanAll({.table = sale_.options.table, .consistent = true}), claims);
  }

 private:
  Sale sale_;
};

}  // namespace

std::unique_ptr<Workload> MakeSlotBooking(const WorkloadOptions& options, SlotBookingShape shape) {
  return std::make_unique<SlotBooking>(options, shape);
}

}  // namespace holdfast::bench
