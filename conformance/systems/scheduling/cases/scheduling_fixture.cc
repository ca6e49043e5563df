#include "conformance/systems/scheduling/cases/scheduling_fixture.h"

#include "conformance/runner/eventually.h"

namespace holdfast::conformance::scheduling {
namespace {

std::string Format(const std::vector<DomainEventKind>& kinds) {
  std::string words;
  for (const DomainEventKind kind : kinds) words += (words.empty() ? "" : ", ") + std::string(NameOf(kind));
  return words.empty() ? "nothing" : words;
}

}  // namespace

SchedulingFixture::SchedulingFixture(CaseRun& case_run)
    : run(case_run),
      tables(EnsureAllTables(case_run.tables())),
      event_type{case_run.Key("grace"), case_run.Key("intro-call")},
      event_types(&case_run.client(), tables.event_types),
      agenda(&case_run.client(), tables.bookings),
      connections(&case_run.client(), tables) {}

Booking SchedulingFixture::BookingFor(const std::string& booker, const Interval& interval) const {
  return {run.Key(booker), event_type.owner, event_type.slug, run.Key(booker), interval};
}

Booking SchedulingFixture::AddConfirmedBooking(const std::string& booker, const Interval& interval) {
  const Booking booking = BookingFor(booker, interval);
  Require(agenda.Request(booking));
  Require(agenda.Confirm(booking));
  return booking;
}

std::string SchedulingFixture::StatusOf(const Booking& booking) {
  return TextOf(agenda.Get(BookingKey(booking)).value_or(Item()), "status");
}

std::vector<std::string> SchedulingFixture::QuarterHoursHeldBy(const std::string& holder) {
  std::vector<std::string> quarter_hours;
  for (const Item& guard : agenda.GuardsOf(event_type.owner)) {
    if (TextOf(guard, "holder") != holder) continue;
    quarter_hours.push_back(TextOf(guard, "SK").substr(std::string("GUARD#").size()));
  }
  return quarter_hours;
}

std::vector<DomainEventKind> SchedulingFixture::EventsOf(const Item& key) {
  if (!consumer_.has_value()) consumer_.emplace(&run.client(), run.tables(), event_type.owner);
  std::vector<DomainEventKind> kinds;
  for (const DomainEvent& event : consumer_->Read()) {
    const bool is_about_key =
        TextOf(event.item, "PK") == TextOf(key, "PK") && TextOf(event.item, "SK") == TextOf(key, "SK");
    if (is_about_key) kinds.push_back(event.kind);
  }
  return kinds;
}

void SchedulingFixture::ExpectEvents(const Item& key, const std::vector<DomainEventKind>& expected) {
  std::vector<DomainEventKind> seen;
  Eventually([&] {
    seen = EventsOf(key);
    return seen.size() >= expected.size();
  });
  run.Expect(seen == expected,
             "the events of " + TextOf(key, "SK") + " must be " + Format(expected) + "; they are " + Format(seen));
}

std::optional<DomainEvent> SchedulingFixture::EventOfKind(DomainEventKind kind) {
  if (!consumer_.has_value()) consumer_.emplace(&run.client(), run.tables(), event_type.owner);
  std::optional<DomainEvent> found;
  Eventually([&] {
    for (const DomainEvent& event : consumer_->Read()) {
      if (event.kind == kind && !found.has_value()) found = event;
    }
    return found.has_value();
  });
  run.Expect(found.has_value(), std::string(NameOf(kind)) + " is not among the events");
  return found;
}

}  // namespace holdfast::conformance::scheduling
