// Some clients cancel a booking repeatedly while others try several times to book its slot: a cancellation that comes
// too late must not free the slot of the next customer.
#include <string>
#include <vector>

#include "conformance/runner/attempts.h"
#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/appointments/slot_check.h"

namespace holdfast::conformance::appointments {
namespace {

constexpr int kBookingTries = 4;
constexpr int kCancelClicks = 2;

class ImpatientClients : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("provider"), "2026-10-01T09:00"};
    first_booking_ = {round.Key("booking"), round.Key("customer")};
    AppointmentStore store(&round.observer(), table_);
    store.PutSlots({SlotItem(slot_, "available")});
    Require(store.Book(slot_, first_booking_));
    cancellations_.resize(static_cast<size_t>(round.clients()));
    attempts_ = MakeBookingAttempts(round);
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    if (number % 2 == 0) {
      AppointmentStore store(&client, table_, round.guarded());
      for (int click = 0; click < kCancelClicks; ++click) {
        cancellations_[number].push_back(
            AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return store.Cancel(slot_, first_booking_.id); })));
      }
    } else if (number < attempts_.size()) {
      AppointmentStore store(&client, table_);
      attempts_[number].outcome = TryToBook(client, store, attempts_[number].booking);
    }
  }

  void Check(Round& round) override {
    size_t cancelled = 0;
    for (const std::vector<AttemptOutcome>& outcomes : cancellations_)
      cancelled += CountOf(outcomes, AttemptOutcome::kDone);
    size_t rebooked = 0;
    for (const BookingAttempt& attempt : attempts_) rebooked += attempt.outcome == AttemptOutcome::kDone ? 1 : 0;
    round.CountEvent("slots booked again", static_cast<int64_t>(rebooked));
    const std::vector<std::string> about = {TextOf(SlotKey(slot_), "pk")};
    if (cancelled > 1)
      round.ReportViolation("one booking was cancelled " + std::to_string(cancelled) + " times", about);
    if (rebooked > 1) round.ReportViolation(std::to_string(rebooked) + " customers were given the same slot", about);

    std::vector<BookingAttempt> all = attempts_;
    all.push_back({first_booking_, AttemptOutcome::kDone});
    CheckSlot(round, table_, slot_, all);
  }

 private:
  AttemptOutcome TryToBook(Client& client, AppointmentStore& store, const Booking& booking) {
    AttemptOutcome outcome = AttemptOutcome::kNotTried;
    for (int i = 0; i < kBookingTries && !MayHaveHappened(outcome); ++i) {
      outcome = AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return store.Book(slot_, booking); }));
    }
    return outcome;
  }

  std::string table_;
  Slot slot_;
  Booking first_booking_;
  std::vector<std::vector<AttemptOutcome>> cancellations_;  // by client
  std::vector<BookingAttempt> attempts_;                    // by client
};

}  // namespace

RaceDescription CancelAgainstRebook() {
  return Describe<ImpatientClients>("cancel-against-rebook",
                                    "A booking is cancelled once, and a slot that was booked again stays with its new "
                                    "customer, however often the old booking is cancelled.",
                                    "The slot is freed without asking who holds it.");
}

}  // namespace holdfast::conformance::appointments
