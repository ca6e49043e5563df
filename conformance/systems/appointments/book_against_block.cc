// Half of the clients book a slot while the other half block it: exactly one of these requests succeeds.
#include <string>
#include <vector>

#include "conformance/runner/attempts.h"
#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/appointments/slot_check.h"

namespace holdfast::conformance::appointments {
namespace {

class CustomersAndProvider : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("provider"), "2026-10-01T09:00"};
    AppointmentStore(&round.observer(), table_).PutSlots({SlotItem(slot_, "available")});
    blocks_.assign(static_cast<size_t>(round.clients()), AttemptOutcome::kNotTried);
    attempts_ = MakeBookingAttempts(round);
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    AppointmentStore store(&client, table_, round.guarded());
    if (number % 2 == 0) {
      blocks_[number] = AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return store.Block(slot_); }));
    } else if (number < attempts_.size()) {
      BookingAttempt& attempt = attempts_[number];
      attempt.outcome =
          AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return store.Book(slot_, attempt.booking); }));
    }
  }

  void Check(Round& round) override {
    std::vector<AttemptOutcome> outcomes = blocks_;
    for (const BookingAttempt& attempt : attempts_) outcomes.push_back(attempt.outcome);
    const size_t blocked = CountOf(blocks_, AttemptOutcome::kDone);
    const size_t winners = CountOf(outcomes, AttemptOutcome::kDone);
    round.CountEvent("slots blocked", static_cast<int64_t>(blocked));
    const std::vector<std::string> about = {TextOf(SlotKey(slot_), "pk")};
    if (winners > 1) {
      round.ReportViolation("the slot was available to " + std::to_string(winners - blocked) + " customers and to " +
                                std::to_string(blocked) + " who blocked it",
                            about);
    }
    if (AllRefused(outcomes)) round.ReportViolation("every client was refused a slot that was available", about);
    CheckSlot(round, table_, slot_, attempts_);
  }

 private:
  std::string table_;
  Slot slot_;
  std::vector<AttemptOutcome> blocks_;    // by client
  std::vector<BookingAttempt> attempts_;  // by client
};

}  // namespace

RaceDescription BookAgainstBlock() {
  return Describe<CustomersAndProvider>("book-against-block",
                                        "A slot is booked or blocked, once: never both, and a blocked slot has no "
                                        "booking.",
                                        "Slots are booked and blocked whatever their status.");
}

}  // namespace holdfast::conformance::appointments
