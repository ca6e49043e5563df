// Each client tries several times to move its own meeting among the quarter-hours after nine. Afterwards each meeting
// exists exactly once, no two meetings overlap, and the times that meetings have left are free.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/attempts.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/scheduling/agenda.h"
#include "conformance/systems/scheduling/races/agenda_check.h"
#include "conformance/systems/scheduling/scheduling.h"
#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {
namespace {

constexpr int kMovesPerClient = 3;
constexpr int kMeetingQuarters = 2;

class Movers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(BookingsTable());
    owner_ = round.Key("henri");
    event_type_ = round.Key("workshop");
    // 1.5 times the quarter-hours that the meetings occupy, so that moves collide.
    start_quarters_ = 3 * kMeetingQuarters * round.clients() / 2;
    Agenda agenda(&round.observer(), table_);
    for (int i = 0; i < round.clients(); ++i) {
      const std::string booker = "client-" + std::to_string(i);
      const Interval interval = QuartersAfterNine(i * kMeetingQuarters, kMeetingQuarters);
      bookings_.push_back({round.Key(booker), owner_, event_type_, booker, interval});
      Require(agenda.Request(bookings_.back()));
      Require(agenda.Confirm(bookings_.back()));
    }
    last_known_intervals_.assign(bookings_.size(), std::nullopt);
  }

  void RunClient(Round& round, Client& client) override {
    Agenda agenda(&client, table_, round.guarded());
    const size_t own = static_cast<size_t>(client.number());
    Item stored = agenda.Get(BookingKey(bookings_[own])).value_or(Item());
    if (stored.empty()) {
      round.ReportViolation("booking " + bookings_[own].id + " is gone before its client has moved it",
                            {bookings_[own].id});
      return;
    }
    last_known_intervals_[own] = IntervalOf(stored);
    for (int i = 0; i < kMovesPerClient; ++i) {
      const Interval interval =
          QuartersAfterNine(static_cast<int>(client.RandomBelow(start_quarters_)), kMeetingQuarters);
      if (interval == *last_known_intervals_[own]) continue;
      const AttemptOutcome outcome =
          AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return agenda.Reschedule(stored, interval); }));
      if (outcome == AttemptOutcome::kUnknown) {
        last_known_intervals_[own].reset();
        return;
      }
      if (outcome != AttemptOutcome::kDone) continue;
      stored = MoveBooking(stored, interval);
      last_known_intervals_[own] = interval;
    }
  }

  void Check(Round& round) override {
    const AgendaSnapshot snapshot = TakeAgendaSnapshot(round, table_, event_type_, owner_);
    std::map<std::string, std::vector<Interval>> intervals;
    for (const Item& item : snapshot.bookings) intervals[TextOf(item, "booking_id")].push_back(IntervalOf(item));
    for (size_t i = 0; i < bookings_.size(); ++i) {
      const std::string& id = bookings_[i].id;
      const std::vector<Interval>& found = intervals[id];
      if (found.size() != 1) {
        round.ReportViolation("booking " + id + " is there " + std::to_string(found.size()) + " times", {id});
      } else if (last_known_intervals_[i].has_value() && !(found.front() == *last_known_intervals_[i])) {
        round.ReportViolation("booking " + id + " was last known at " + Iso(last_known_intervals_[i]->start) +
                                  " and is at " + Iso(found.front().start),
                              {id});
      }
    }
    CheckNoOverlap(round, snapshot);
    CheckGuards(round, snapshot);
  }

 private:
  std::string table_;
  std::string owner_;
  std::string event_type_;
  int start_quarters_ = 0;         // the number of quarter-hours at which a moved meeting may begin
  std::vector<Booking> bookings_;  // by client, as they were set up
  // The last known interval of each client's booking; nullopt before it was read and after a move with unknown
  // outcome.
  std::vector<std::optional<Interval>> last_known_intervals_;
};

}  // namespace

RaceDescription RescheduledMeetingsNeverOverlap() {
  return Describe<Movers>(
      "rescheduled-meetings-never-overlap",
      "Meetings that are moved at the same time each exist once, do not overlap, and leave the time "
      "free that they had.",
      "A move takes and frees quarter-hours without asking whose they are.");
}

}  // namespace holdfast::conformance::scheduling
