// What must be true of a slot and of the bookings that were tried for it, whoever came first.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/systems/appointments/appointments_table.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::appointments {

struct BookingAttempt {
  Booking booking;
  AttemptOutcome outcome = AttemptOutcome::kNotTried;
};

// A booking of its own for each of the round's clients, by number. Not for all of them where they are very many: the
// bookings have to be read together.
std::vector<BookingAttempt> OneAttemptEach(const Round& round);

// A booking is there exactly if its transaction succeeded; the slot has at most one that is not cancelled; and the two
// name each other. For after the race, with the round's observer.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<BookingAttempt>& attempts);

}  // namespace holdfast::conformance::appointments
