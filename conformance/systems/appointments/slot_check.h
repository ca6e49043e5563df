// The invariant of a slot and of the bookings attempted for it.
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

// A distinct booking for each of the round's clients, by number. Clients beyond the number of bookings that one
// transaction can read have none.
std::vector<BookingAttempt> MakeBookingAttempts(const Round& round);

// Checks that a booking exists if and only if its transaction succeeded, that the slot has at most one booking that is
// not cancelled, and that the two refer to each other. Call after the race, with the round's observer.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<BookingAttempt>& attempts);

}  // namespace holdfast::conformance::appointments
