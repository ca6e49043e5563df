#include "conformance/systems/scheduling/races/agenda_check.h"

#include <map>

#include "conformance/runner/eventually.h"
#include "conformance/systems/scheduling/agenda.h"

namespace holdfast::conformance::scheduling {
namespace {

std::vector<Item> ConfirmedBookings(const AgendaSnapshot& snapshot) {
  std::vector<Item> confirmed;
  for (const Item& booking : snapshot.bookings) {
    if (TextOf(booking, "status") == kConfirmed) confirmed.push_back(booking);
  }
  return confirmed;
}

}  // namespace

AgendaSnapshot TakeAgendaSnapshot(Round& round, const std::string& bookings_table, const std::string& event_type,
                                  const std::string& owner) {
  Agenda agenda(&round.observer(), bookings_table);
  AgendaSnapshot snapshot;
  snapshot.bookings = agenda.BookingsOfEventType(event_type);
  // In the races, each write that changes a guard increments a booking's revision. If the bookings are the same before
  // and after, no guard changed while the guards were read, not even by a call that timed out earlier.
  const bool unchanged = Eventually([&] {
    snapshot.guards = agenda.GuardsOf(owner);
    std::vector<Item> again = agenda.BookingsOfEventType(event_type);
    const bool same = again == snapshot.bookings;
    snapshot.bookings = std::move(again);
    return same;
  });
  if (!unchanged) throw SetupFailed("the bookings of " + event_type + " still change after the race");
  return snapshot;
}

void CheckNoOverlap(Round& round, const AgendaSnapshot& snapshot) {
  const std::vector<Item> confirmed = ConfirmedBookings(snapshot);
  for (size_t i = 0; i < confirmed.size(); ++i) {
    for (size_t j = i + 1; j < confirmed.size(); ++j) {
      if (!Overlap(IntervalOf(confirmed[i]), IntervalOf(confirmed[j]))) continue;
      const std::string first = TextOf(confirmed[i], "booking_id");
      const std::string second = TextOf(confirmed[j], "booking_id");
      round.ReportViolation("bookings " + first + " (from " + TextOf(confirmed[i], "starts_at") + " to " +
                                TextOf(confirmed[i], "ends_at") + ") and " + second + " (from " +
                                TextOf(confirmed[j], "starts_at") + " to " + TextOf(confirmed[j], "ends_at") +
                                ") are both confirmed, and overlap",
                            {first, second});
    }
  }
}

void CheckGuards(Round& round, const AgendaSnapshot& snapshot) {
  std::map<std::string, std::string> unexplained;  // holders of guards, by quarter-hour
  for (const Item& guard : snapshot.guards) unexplained[TextOf(guard, "SK").substr(6)] = TextOf(guard, "holder");
  for (const Item& booking : ConfirmedBookings(snapshot)) {
    const std::string id = TextOf(booking, "booking_id");
    for (const std::string& quarter_hour : QuarterHours(IntervalOf(booking))) {
      const auto guard = unexplained.find(quarter_hour);
      if (guard == unexplained.end() || guard->second != id) {
        round.ReportViolation(
            "booking " + id + " is confirmed, and the quarter-hour at " + quarter_hour + " is not its own", {id});
        continue;
      }
      unexplained.erase(guard);
    }
  }
  for (const auto& [quarter_hour, holder] : unexplained) {
    round.ReportViolation(
        "the quarter-hour at " + quarter_hour + " is kept for " + holder + ", which is not confirmed then", {holder});
  }
}

}  // namespace holdfast::conformance::scheduling
