// All clients place a hold on the same slot: one succeeds, and no other hold is left behind.
#include <optional>
#include <string>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/slot_check.h"
#include "conformance/systems/slate/slot_reservations.h"

namespace holdfast::conformance::slate {
namespace {

class Holders : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("venue"), "2026-10-01T20:00"};
    SlotReservations(&round.observer(), table_).Put(OpenSlotItem(slot_));
    customers_ = MakeCustomers(round);
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    if (number >= customers_.size()) return;
    Customer& customer = customers_[number];
    SlotReservations reservations(&client, table_, round.guarded());
    customer.hold_outcome =
        Contend(round, client, {AllowedReason::kConditionOrConflict, AllowedReason::kNone}, "HOLD#" + customer.hold.id,
                [&] { return reservations.PlaceHold(slot_, customer.hold); });
  }

  void Check(Round& round) override {
    std::vector<AttemptOutcome> outcomes;
    for (const Customer& customer : customers_) outcomes.push_back(customer.hold_outcome);
    const size_t winners = CountOf(outcomes, AttemptOutcome::kDone);
    const std::vector<std::string> about = {TextOf(SlotKey(slot_), "pk")};
    if (winners > 1) round.ReportViolation(std::to_string(winners) + " customers hold the same slot", about);
    if (AllRefused(outcomes)) round.ReportViolation("every customer was refused a slot that was open", about);
    CheckSlot(round, table_, slot_, customers_);
    if (winners != 1) return;
    const std::optional<Item> slot = SlotReservations(&round.observer(), table_).Get(SlotKey(slot_));
    if (!slot.has_value() || TextOf(*slot, "status") != "HELD") {
      round.ReportViolation("a hold was placed, and the slot is not held", about);
    }
  }

 private:
  std::string table_;
  Slot slot_;
  std::vector<Customer> customers_;  // by client
};

}  // namespace

RaceDescription OneHoldPerSlot() {
  return Describe<Holders>("one-hold-per-slot",
                           "Of many customers who place a hold on one slot, one holds it: the others are told that the "
                           "slot's condition failed, and leave no hold behind.",
                           "A hold is placed whatever the slot's status is.");
}

}  // namespace holdfast::conformance::slate
