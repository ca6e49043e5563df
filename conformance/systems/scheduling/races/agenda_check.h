// The invariants of an owner's agenda.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/race.h"

namespace holdfast::conformance::scheduling {

// All bookings of an event type and all guards of its owner at one point in time.
struct AgendaSnapshot {
  std::vector<Item> bookings;
  std::vector<Item> guards;
};

// Reads as the round's observer. Call after the race. Throws SetupFailed if the agenda keeps changing.
AgendaSnapshot TakeAgendaSnapshot(Round& round, const std::string& bookings_table, const std::string& event_type,
                                  const std::string& owner);

// Checks that no two confirmed bookings overlap.
void CheckNoOverlap(Round& round, const AgendaSnapshot& snapshot);
// Checks that each quarter-hour of a confirmed booking has a guard whose holder is the booking, and that there are no
// other guards.
void CheckGuards(Round& round, const AgendaSnapshot& snapshot);

}  // namespace holdfast::conformance::scheduling
