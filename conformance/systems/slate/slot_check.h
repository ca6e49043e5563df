// What must be true of a slot, its holds and its bookings, whoever came first.
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

// One for each of the round's clients, by number. Not for all of them where they are very many: their holds and
// bookings have to be read together. Their holds expire after the race.
std::vector<Customer> OneCustomerEach(const Round& round);

// A booking and the user's reference to it are there exactly if their transaction succeeded; the slot has one booking
// at most; it is held by a hold that is there, and no other hold is. For after the race, with the round's observer, and
// after the consumer has handled every hold that expired.
void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<Customer>& customers);

}  // namespace holdfast::conformance::slate
