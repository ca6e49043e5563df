// Cases of the calendars that owners connect: their access patterns, and, in addition to end_to_end_cases.cc, an
// end-to-end case in which an access token has expired.
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/scheduling/cases/scheduling_fixture.h"
#include "conformance/systems/scheduling/fake_calendar.h"
#include "conformance/systems/scheduling/scheduling.h"

namespace holdfast::conformance::scheduling {
namespace {

std::vector<std::string> SortKeysOf(const std::vector<Item>& items) {
  std::vector<std::string> sort_keys;
  for (const Item& item : items) sort_keys.push_back(TextOf(item, "SK"));
  return sort_keys;
}

void ConnectionsOfOwner(CaseRun& run) {
  SchedulingFixture fixture(run);
  const std::string& owner = fixture.event_type.owner;
  run.ExpectOk(fixture.connections.Connect({owner, "outlook"}, "vault/1", Present()), "connecting a calendar");
  run.ExpectOk(fixture.connections.Connect({owner, "google"}, "vault/2", Present()),
               "connecting another provider's calendar");
  run.ExpectError(fixture.connections.Connect({owner, "google"}, "vault/3", Present()),
                  "ConditionalCheckFailedException", "The conditional request failed", "connecting a provider twice");
  run.Expect(SortKeysOf(fixture.connections.ConnectionsOfOwner(owner)) ==
                 std::vector<std::string>{"PROVIDER#google", "PROVIDER#outlook"},
             "the owner's connections must be the two, by name");
}

void ConnectionsOfProvider(CaseRun& run) {
  SchedulingFixture fixture(run);
  const std::string provider = run.Key("google");
  const std::string first = fixture.event_type.owner + "/1";
  const std::string second = fixture.event_type.owner + "/2";
  for (const std::string& owner : {second, first}) {
    Require(fixture.connections.Connect({owner, provider}, "vault/1", Present()));
  }
  run.Expect(Eventually([&] {
               const std::vector<Item> found = fixture.connections.ConnectionsOfProvider(provider);
               return found.size() == 2 && TextOf(found[0], "owner_id") == first &&
                      TextOf(found[1], "owner_id") == second;
             }),
             "GSI1 must give the two owners who have connected the provider, in order");
}

void TokenRefresh(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Connection connection = {fixture.event_type.owner, "google"};
  Require(fixture.connections.Connect(connection, "vault/1", Present()));
  run.ExpectOk(fixture.connections.RefreshToken(connection, "vault/2", 1, Present()), "refreshing version 1");
  run.ExpectError(fixture.connections.RefreshToken(connection, "vault/3", 1, Present()),
                  "ConditionalCheckFailedException", "The conditional request failed",
                  "refreshing version 1 when it is 2");
  const Item stored = fixture.connections.Get(connection).value_or(Item());
  run.Expect(TextOf(stored, "vault_reference") == "vault/2" && NumberOf(stored, "version") == 2,
             "the first refresh must be the one that stays");
}

void CalendarSync(CaseRun& run) {
  SchedulingFixture fixture(run);
  FakeCalendar calendar(run.Key("google"));
  const Connection connection = {fixture.event_type.owner, "google"};
  const Interval day = QuartersAfterNine(0, 32);
  const auto stored = [&] { return fixture.connections.Get(connection).value_or(Item()); };
  const auto busy = [&] { return calendar.BusyIntervals(TextOf(stored(), "vault_reference"), day); };

  calendar.SetBusy({QuartersAfterNine(0, 4), QuartersAfterNine(8, 2)});
  const Booking before = fixture.AddConfirmedBooking("ben", QuartersAfterNine(3, 3));
  run.ExpectOk(fixture.connections.Connect(connection, calendar.IssueToken(), Present()), "connecting the calendar");
  calendar.ExpireToken();
  run.Expect(!busy().has_value(), "the calendar must not be readable with an expired token");
  run.ExpectOk(fixture.connections.RefreshToken(connection, calendar.IssueToken(), 1, Present()),
               "refreshing the token");
  const auto sync = [&](Minute now, std::string_view what) {
    const Item connected = stored();
    const auto intervals = calendar.BusyIntervals(TextOf(connected, "vault_reference"), day);
    run.Expect(intervals.has_value(), "the calendar must be readable with the token that was stored last");
    if (intervals.has_value()) run.ExpectOk(fixture.connections.Sync(connected, *intervals, now), std::string(what));
    return intervals.has_value();
  };
  if (!sync(Present(), "synchronising")) return;
  std::vector<std::string> expected = QuarterHours(QuartersAfterNine(0, 3));
  for (const std::string& quarter_hour : QuarterHours(QuartersAfterNine(8, 2))) expected.push_back(quarter_hour);
  run.Expect(fixture.QuarterHoursHeldBy("PROVIDER#google") == expected,
             "what is busy must be guarded, but for what was booked before");
  run.Expect(fixture.QuarterHoursHeldBy(before.id) == QuarterHours(before.interval),
             "what was booked before must stay booked");

  const Booking second = fixture.BookingFor("carla", QuartersAfterNine(9, 2));
  Require(fixture.agenda.Request(second));
  const Response refused = fixture.agenda.Confirm(second);
  run.Expect(refused.CancellationCodes() == std::vector<std::string>{"None", "ConditionalCheckFailed", "None"},
             "a booking must be refused for the quarter-hour in which the calendar is busy");
  calendar.SetBusy({QuartersAfterNine(0, 4)});
  // Later, so that synced_at changes: otherwise there is no event.
  if (!sync(Present() + kQuarterHour, "synchronising again")) return;
  run.ExpectOk(fixture.agenda.Confirm(second), "confirming it when the calendar is free");

  fixture.ExpectEvents(ConnectionKey(connection),
                       {DomainEventKind::kCalendarConnected, DomainEventKind::kCalendarTokenRefreshed,
                        DomainEventKind::kCalendarSynced, DomainEventKind::kCalendarSynced});
}

}  // namespace

std::vector<CaseDescription> CalendarCases() {
  return {
      {"connections-of-an-owner", "An owner's calendars are a partition of the table.", ConnectionsOfOwner},
      {"connections-of-a-provider", "A provider's calendars are a partition of GSI1.", ConnectionsOfProvider},
      {"token-refresh", "A token is refreshed under optimistic locking.", TokenRefresh},
      {"story-calendar-sync", "A token is refreshed, and what its calendar says is busy cannot be booked.",
       CalendarSync},
  };
}

}  // namespace holdfast::conformance::scheduling
