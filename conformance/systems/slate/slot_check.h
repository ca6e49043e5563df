// The invariant of a slot, its holds and its bookings.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/slate/slate_table.h"

namespace holdfast::conformance::slate {

struct Customer {
  Hold hold;
  Booking booking;
  AttemptOutcome held = AttemptOutcome::kNotTried;
  AttemptOutcome booked = AttemptOutcome::kNotTried;
};

// One customer for each of the round's clients, by number; limited to as many as one transaction can read together.
// Their holds expire after the race.
std::vector<Customer> OneCustomerEach(const Round& round);

// Checks that a booking and the user's reference to it exist exactly if their transaction succeeded, that the slot has
// at most one booking, and that it is held by an existing hold, with no other hold left. Call after the race, with the
// round's observer, and after the consumer has handled every expired hold.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<Customer>& customers);

}  // namespace holdfast::conformance::slate
