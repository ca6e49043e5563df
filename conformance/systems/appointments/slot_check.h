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

// A distinct booking for each of the round's clients: element i is that of client i. At most 98, so that one
// transaction of CheckSlot can read them, the slot, and one booking from before the race; clients with higher numbers
// have none.
std::vector<BookingAttempt> MakeBookingAttempts(const Round& round);

// Checks that the slot exists, that a booking exists if and only if its transaction succeeded (both are allowed if its
// outcome is unknown), that at most one booking is not cancelled, that a booked slot names the booking that is not
// cancelled, and that a slot with another status names no booking and has only cancelled ones. Reads as the round's
// observer. Call after the race. `attempts`: at most 99. Throws SetupFailed if the items cannot be read.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<BookingAttempt>& attempts);

}  // namespace holdfast::conformance::appointments
