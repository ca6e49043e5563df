// All clients book overlapping times of one owner. A client requests each booking and then confirms it:
//
//   in the race     in one transaction with a guard for each of its quarter-hours. No two confirmed meetings overlap.
//   in the control  after a query of GSI3 that finds no conflict, as in the original design. If two clients query
//                   before either of them writes, both confirm. The delay of the index makes that more likely.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/scheduling/agenda.h"
#include "conformance/systems/scheduling/races/agenda_check.h"
#include "conformance/systems/scheduling/scheduling.h"
#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {
namespace {

constexpr int kBookingsPerClient = 2;
constexpr int kDayQuarters = 16;
constexpr int kMeetingQuartersMax = 4;

struct Attempt {
  Booking booking;
  AttemptOutcome outcome = AttemptOutcome::kNotTried;
};

class Bookers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(BookingsTable());
    owner_ = round.Key("grace");
    event_type_ = round.Key("intro-call");
    attempts_.assign(static_cast<size_t>(round.clients()), {});
  }

  void RunClient(Round& round, Client& client) override {
    Agenda agenda(&client, table_);
    for (int i = 0; i < kBookingsPerClient; ++i) {
      const std::string booker = "client-" + std::to_string(client.number());
      const Interval interval = QuartersAfterNine(static_cast<int>(client.RandomBelow(kDayQuarters)),
                                                  1 + static_cast<int>(client.RandomBelow(kMeetingQuartersMax)));
      const Booking booking{round.Key(booker + "-" + std::to_string(i)), owner_, event_type_, booker, interval};
      const Response requested = agenda.Request(booking);
      if (requested.unknown()) continue;  // it may be stored as pending, which blocks no other booking
      Require(requested);
      const AttemptOutcome outcome =
          round.guarded() ? Confirm(round, client, booking) : agenda.ConfirmWithoutGuards(booking);
      attempts_[static_cast<size_t>(client.number())].push_back({booking, outcome});
    }
  }

  void Check(Round& round) override {
    const AgendaSnapshot snapshot = TakeAgendaSnapshot(round, table_, event_type_, owner_);
    CheckNoOverlap(round, snapshot);
    // The control writes no guards.
    if (round.guarded()) CheckGuards(round, snapshot);
    for (const std::vector<Attempt>& attempts : attempts_) {
      for (const Attempt& attempt : attempts) CheckResponse(round, snapshot, attempt);
    }
  }

 private:
  AttemptOutcome Confirm(Round& round, Client& client, const Booking& booking) {
    Agenda agenda(&client, table_);
    // No other client writes the booking itself, so only the condition of a guard can fail.
    std::vector<AllowedReason> allowed(1 + QuarterHours(booking.interval).size(), AllowedReason::kConditionOrConflict);
    allowed.front() = AllowedReason::kConflict;
    return Contend(round, client, allowed, booking.id, [&] { return agenda.Confirm(booking); });
  }

  void CheckResponse(Round& round, const AgendaSnapshot& snapshot, const Attempt& attempt) {
    const Booking& booking = attempt.booking;
    const auto stored = std::find_if(snapshot.bookings.begin(), snapshot.bookings.end(),
                                     [&booking](const Item& item) { return TextOf(item, "booking_id") == booking.id; });
    if (stored == snapshot.bookings.end()) {
      round.ReportViolation("booking " + booking.id + " was requested and is not there", {booking.id});
      return;
    }
    const bool confirmed = TextOf(*stored, "status") == kConfirmed;
    if (attempt.outcome == AttemptOutcome::kDone && !confirmed) {
      round.ReportViolation(
          "booking " + booking.id + " was confirmed to its booker and is " + TextOf(*stored, "status"), {booking.id});
    }
    if (!MayHaveHappened(attempt.outcome) && confirmed) {
      round.ReportViolation("booking " + booking.id + " was refused and is confirmed", {booking.id});
    }
    if (attempt.outcome == AttemptOutcome::kRefused && !OverlapsAnother(booking)) {
      round.ReportViolation("booking " + booking.id + " was refused, and nothing was in its way", {booking.id});
    }
  }

  bool OverlapsAnother(const Booking& booking) const {
    for (const std::vector<Attempt>& attempts : attempts_) {
      for (const Attempt& other : attempts) {
        const bool may_be_confirmed = other.booking.id != booking.id && MayHaveHappened(other.outcome);
        if (may_be_confirmed && Overlap(other.booking.interval, booking.interval)) return true;
      }
    }
    return false;
  }

  std::string table_;
  std::string owner_;
  std::string event_type_;
  std::vector<std::vector<Attempt>> attempts_;  // by client
};

}  // namespace

RaceDescription MeetingsNeverOverlap() {
  return Describe<Bookers>(
      "meetings-never-overlap",
      "Of bookings for overlapping times, confirmed with a guard item for each quarter-hour, no two "
      "are confirmed.",
      "The design as written: a booking is confirmed after GSI3 shows no conflict, without guards.");
}

}  // namespace holdfast::conformance::scheduling
