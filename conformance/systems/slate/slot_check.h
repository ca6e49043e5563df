// The invariant of a slot, its holds and its bookings.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/slate/slate_table.h"

namespace holdfast::conformance::slate {

// A client's hold and booking, and the outcomes of placing the one and confirming the other.
struct Customer {
  Hold hold;
  Booking booking;
  AttemptOutcome hold_outcome = AttemptOutcome::kNotTried;
  AttemptOutcome booking_outcome = AttemptOutcome::kNotTried;
};

// One customer for each of the round's clients, by number. There are at most as many as CheckSlot can read in one
// transaction; later clients have none. The customers' holds expire only after the race.
std::vector<Customer> MakeCustomers(const Round& round);

// Checks that a booking and the user's reference to it exist if and only if their transaction succeeded (if its outcome
// is unknown, they may exist or not), that the slot has at most one booking and is BOOKED if it has one, that a BOOKED
// slot names the hold of its booking, a HELD slot an existing hold and an OPEN slot none, and that no other hold
// exists. Reads as the round's observer. Call after the race and, if holds have expired, when a Reopener (reopener.h)
// has handled them. Not for a slot that Book has booked, which has no hold.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<Customer>& customers);

}  // namespace holdfast::conformance::slate
