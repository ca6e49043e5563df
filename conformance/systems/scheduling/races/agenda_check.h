// The invariants of an owner's agenda.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/race.h"

namespace holdfast::conformance::scheduling {

// All bookings of an event type and all guards of its owner, as they were at one moment.
struct AgendaSnapshot {
  std::vector<Item> bookings;
  std::vector<Item> guards;
};

// Call after a race, with the round's observer. Throws SetupFailed if the agenda keeps changing.
AgendaSnapshot TakeAgendaSnapshot(Round& round, const std::string& bookings_table, const std::string& event_type,
                                  const std::string& owner);

// No two confirmed bookings overlap.
void CheckNoOverlap(Round& round, const AgendaSnapshot& snapshot);
// Every quarter-hour of a confirmed booking is guarded in its name, and no other is guarded.
void CheckGuards(Round& round, const AgendaSnapshot& snapshot);

}  // namespace holdfast::conformance::scheduling
