// All clients book the same slot: one succeeds, and the cancellation reasons of the others name the action that failed.
#include <string>
#include <vector>

#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/appointments/slot_check.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::appointments {
namespace {

class Customers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("provider"), "2026-10-01T09:00"};
    AppointmentStore(&round.observer(), table_).PutSlots({SlotItem(slot_, "available")});
    attempts_ = MakeBookingAttempts(round);
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    if (number >= attempts_.size()) return;
    AppointmentStore store(&client, table_, round.guarded());
    BookingAttempt& attempt = attempts_[number];
    attempt.outcome = Contend(round, client, {AllowedReason::kConditionOrConflict, AllowedReason::kNone},
                              "BOOKING#" + attempt.booking.id, [&] { return store.Book(slot_, attempt.booking); });
  }

  void Check(Round& round) override {
    std::vector<AttemptOutcome> outcomes;
    for (const BookingAttempt& attempt : attempts_) outcomes.push_back(attempt.outcome);
    const size_t winners = CountOf(outcomes, AttemptOutcome::kDone);
    const std::string slot_pk = TextOf(SlotKey(slot_), "pk");
    if (winners > 1) round.ReportViolation(std::to_string(winners) + " customers were given the same slot", {slot_pk});
    if (AllRefused(outcomes)) round.ReportViolation("every customer was refused a slot that was available", {slot_pk});
    CheckSlot(round, table_, slot_, attempts_);
  }

 private:
  std::string table_;
  Slot slot_;
  std::vector<BookingAttempt> attempts_;
};

}  // namespace

RaceDescription OneBookingPerSlot() {
  return Describe<Customers>("one-booking-per-slot",
                             "Of many customers who book one slot, one gets it: the others are told that the slot's "
                             "condition failed, and leave no booking behind.",
                             /*control=*/"The slot is taken whatever its status.");
}

}  // namespace holdfast::conformance::appointments
