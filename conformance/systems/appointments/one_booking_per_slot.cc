// All clients book the same slot: one succeeds, and the cancellation reasons of the others name the action that failed.
#include <string>
#include <vector>

#include "conformance/runner/attempts.h"
#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/appointments/slot_check.h"
#include "conformance/systems/cancellation_reasons.h"

namespace holdfast::conformance::appointments {
namespace {

class Customers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("provider"), "2026-10-01T09:00"};
    AppointmentStore(&round.observer(), table_).PutSlots({SlotItem(slot_, "available")});
    attempts_ = OneAttemptEach(round);
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    if (number >= attempts_.size()) return;
    AppointmentStore store(&client, table_, round.guarded());
    BookingAttempt& attempt = attempts_[number];
    // No other client writes this booking. A second attempt may still conflict with the first one's locks.
    Reason about_the_booking = Reason::kNone;
    const Response response = RetryWhileConflicted(client, [&] {
      const Response booked = store.Book(slot_, attempt.booking);
      const std::string wrong = WrongReasons(booked, {Reason::kConditionOrConflict, about_the_booking});
      if (!wrong.empty()) round.ReportViolation(wrong, {"BOOKING#" + attempt.booking.id});
      about_the_booking = Reason::kConflict;
      return booked;
    });
    attempt.outcome = AttemptOutcomeOf(response);
  }

  void Check(Round& round) override {
    std::vector<AttemptOutcome> outcomes;
    for (const BookingAttempt& attempt : attempts_) outcomes.push_back(attempt.outcome);
    const size_t winners = CountOf(outcomes, AttemptOutcome::kDone);
    const std::string slot_pk = TextOf(SlotKey(slot_), "pk");
    if (winners > 1) round.ReportViolation(std::to_string(winners) + " customers were given the same slot", {slot_pk});
    if (!AnyNotRefused(outcomes))
      round.ReportViolation("every customer was refused a slot that was available", {slot_pk});
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
                             "The slot is taken whatever its status.");
}

}  // namespace holdfast::conformance::appointments
