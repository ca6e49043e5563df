#include "bench/workloads/slot_booking.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::S;

// Numbers of equal length, so that slots are stored in their order.
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

}  // namespace

class SlotBooking::Customer : public Actor {
 public:
  Customer(SlotBooking* workload, int client, uint64_t seed) : workload_(*workload), client_(client), random_(seed) {}

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
      if (completion.outcome != Outcome::kGot && !taken_by_another) continue;
      const std::optional<Nanoseconds> after = workload_.on_sale_.MarkSold(wanted_[i].kind, wanted_[i].number, now);
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
    while (wanted_.size() < static_cast<size_t>(workload_.shape_.slots_per_booking)) {
      const size_t kind = workload_.popularity_.Choose(random_);
      const bool twice = std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& w) { return w.kind == kind; });
      if (!twice) wanted_.push_back({kind, workload_.on_sale_.CurrentNumber(kind, now)});
    }
  }

  conformance::TransactWriteItemsRequest Transaction(const std::string& booking) const {
    const std::string& table = workload_.options_.table;
    conformance::TransactWriteItemsRequest request;
    std::vector<conformance::Value> slots;
    for (const WantedSlot& slot : wanted_) {
      conformance::UpdateItemRequest book;
      book.table = table;
      book.key = SlotKey(slot.kind, slot.number);
      book.update = "SET #status = :booked, bookingId = :bid";
      book.condition = "attribute_not_exists(#status) OR #status = :available";
      book.names = {{"#status", "status"}};
      book.values = {{":booked", S("booked")}, {":available", S("available")}, {":bid", S(booking)}};
      slots.push_back(S(SlotName(book.key)));
      request.actions.emplace_back(std::move(book));
    }
    conformance::PutItemRequest put;
    put.table = table;
    put.item = {{"pk", S("BOOKING#" + booking)}, {"sk", S("#METADATA")}, {"slots", conformance::L(std::move(slots))}};
    put.condition = "attribute_not_exists(pk)";
    request.actions.emplace_back(std::move(put));
    request.token = workload_.options_.run_tag + "-" + booking;
    return request;
  }

  SlotBooking& workload_;
  const int client_;
  std::mt19937_64 random_;
  int64_t bookings_ = 0;
  std::vector<WantedSlot> wanted_;
};

SlotBooking::SlotBooking(WorkloadOptions options, SlotBookingShape shape)
    : options_(std::move(options)),
      shape_(shape),
      popularity_(static_cast<size_t>(shape.kinds), shape.zipf),
      on_sale_(static_cast<size_t>(shape.kinds)) {}

std::unique_ptr<Actor> SlotBooking::MakeActor(int client, uint64_t seed) {
  return std::make_unique<Customer>(this, client, seed);
}

std::vector<std::string> SlotBooking::Verify(conformance::Client& client, const Claims& claims) {
  return BookingViolations(client.ScanAll({.table = options_.table, .consistent = true}), claims);
}

}  // namespace holdfast::bench
