// All clients cancel the same booking: one cancellation is accepted, and the slot is free.
#include <optional>
#include <string>
#include <vector>

#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/appointments/slot_check.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::appointments {
namespace {

class Cancellers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("provider"), "2026-10-01T09:00"};
    booking_ = {round.Key("booking"), round.Key("customer")};
    AppointmentStore store(&round.observer(), table_);
    store.PutSlots({SlotItem(slot_, "available")});
    Require(store.Book(slot_, booking_));
    outcomes_.assign(static_cast<size_t>(round.clients()), AttemptOutcome::kNotTried);
  }

  void RunClient(Round& round, Client& client) override {
    AppointmentStore store(&client, table_, round.guarded());
    // All clients write both items. The second action has no condition, but can conflict with another client's.
    outcomes_[static_cast<size_t>(client.number())] =
        Contend(round, client, {AllowedReason::kConditionOrConflict, AllowedReason::kConflict},
                "BOOKING#" + booking_.id, [&] { return store.Cancel(slot_, booking_.id); });
  }

  void Check(Round& round) override {
    const std::vector<std::string> about = {TextOf(SlotKey(slot_), "pk")};
    const size_t winners = CountOf(outcomes_, AttemptOutcome::kDone);
    if (winners > 1) round.ReportViolation(std::to_string(winners) + " clients cancelled the same booking", about);
    if (AllRefused(outcomes_))
      round.ReportViolation("every client was refused the cancellation of a live booking", about);
    CheckSlot(round, table_, slot_, {{booking_, AttemptOutcome::kDone}});
    if (winners == 0) return;
    const std::optional<Item> slot = AppointmentStore(&round.observer(), table_).GetSlot(slot_);
    if (!slot.has_value() || TextOf(*slot, "status") != "available") {
      round.ReportViolation("the booking was cancelled, and its slot is not available", about);
    }
  }

 private:
  std::string table_;
  Slot slot_;
  Booking booking_;
  std::vector<AttemptOutcome> outcomes_;
};

}  // namespace

RaceDescription CancelledOnce() {
  return Describe<Cancellers>("cancelled-once",
                              "Of many cancellations of one booking, one is accepted, and its slot is available again.",
                              /*control=*/"The slot is freed without asking who holds it.");
}

}  // namespace holdfast::conformance::appointments
