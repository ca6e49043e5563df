// Holds that expire: their deletion by time to live, its stream records, and operations that come too late.
#include <string>
#include <vector>

#include "conformance/client/expiry.h"
#include "conformance/runner/eventually.h"
#include "conformance/systems/slate/reopener.h"
#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/watcher.h"

namespace holdfast::conformance::slate {
namespace {

using Codes = std::vector<std::string>;

// One slot, on which a case places holds, and the consumers of the stream.
struct HoldFixture {
  explicit HoldFixture(CaseRun& run)
      : table(run.Table(Table())),
        stream(run.tables().StreamArn(table)),
        reservations(&run.client(), table),
        slot{run.Key("arena"), "2026-10-01T20:00"},
        reopener(&run.client(), table, stream, {}),
        watcher_stream(&run.client(), stream),
        watcher(slot.venue) {
    reservations.Put(OpenSlotItem(slot));
  }

  // Lets the consumer `reopener` handle the new records first.
  bool IsOpen() {
    reopener.HandleNew();
    return reservations.Get(SlotKey(slot)) == OpenSlotItem(slot);
  }

  // Places a hold whose expiry time is in the past.
  Hold PlaceExpired(CaseRun& run, const std::string& id, const std::string& user) {
    const Hold hold{run.Key(id), run.Key(user), SecondsFromNow(-kOverdueSeconds)};
    run.ExpectOk(reservations.PlaceHold(slot, hold), "place a hold that has expired");
    return hold;
  }

  // The slot's statuses that the watcher has seen, in order: "OPEN HELD OPEN".
  std::string WatchedStatuses() {
    for (const StreamRecord& record : watcher_stream.Read()) watcher.Observe(record);
    std::string statuses;
    for (const std::string& status : watcher.StatusesOf(slot)) statuses += (statuses.empty() ? "" : " ") + status;
    return statuses;
  }

  std::string table;
  std::string stream;
  SlotReservations reservations;
  Slot slot;
  Reopener reopener;
  StreamReader watcher_stream;
  Watcher watcher;
};

void ExpiredHoldOpensSlot(CaseRun& run) {
  HoldFixture fixture(run);
  const Hold hold = fixture.PlaceExpired(run, "hold", "zoe");
  SweepExpired(run.client());
  run.Expect(!fixture.reservations.Get(HoldKey(hold.id)).has_value(), "the expired hold is still there");
  run.Expect(Eventually([&] { return fixture.IsOpen(); }), "the consumer was not told of the hold that expired");

  const Response late =
      fixture.reservations.ConfirmBooking(fixture.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"});
  run.Expect(late.CancellationCodes() == Codes{"ConditionalCheckFailed", "ConditionalCheckFailed", "None", "None"},
             "confirm a booking after its hold expired: expected the first two conditions to fail, got " + late.text());
  run.ExpectItem(fixture.reservations.Get(SlotKey(fixture.slot)), OpenSlotItem(fixture.slot), "the slot, open again");
  const bool watched = Eventually([&] { return fixture.WatchedStatuses() == "OPEN HELD OPEN"; });
  run.Expect(watched && fixture.watcher.complaints().empty(),
             "expected the watcher to see OPEN HELD OPEN, got " + fixture.WatchedStatuses());
}

void PaymentBeforeConsumer(CaseRun& run) {
  HoldFixture fixture(run);
  const Hold hold = fixture.PlaceExpired(run, "hold", "zoe");
  SweepExpired(run.client());
  // The slot still names the hold: only the hold's absence shows that it has expired.
  const Response late =
      fixture.reservations.ConfirmBooking(fixture.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"});
  run.Expect(
      late.CancellationCodes() == Codes{"None", "ConditionalCheckFailed", "None", "None"},
      "confirm before the consumer has opened the slot: expected the second condition to fail, got " + late.text());
  run.ExpectError(fixture.reservations.RenewHold(hold.id, SecondsFromNow(kHoldSeconds)),
                  "ConditionalCheckFailedException", "", "renew a hold that has expired");
  run.Expect(Eventually([&] { return fixture.IsOpen(); }), "the consumer was not told of the hold that expired");
}

void RenewedHoldStays(CaseRun& run) {
  HoldFixture fixture(run);
  const Hold hold = fixture.PlaceExpired(run, "hold", "zoe");
  const int64_t until = SecondsFromNow(kHoldSeconds);
  run.ExpectOk(fixture.reservations.RenewHold(hold.id, until), "renew it while it is there");
  SweepExpired(run.client());
  fixture.reopener.HandleNew();
  run.ExpectItem(fixture.reservations.Get(HoldKey(hold.id)), HoldItem(fixture.slot, {hold.id, hold.user, until}),
                 "the renewed hold");
  run.ExpectOk(
      fixture.reservations.ConfirmBooking(fixture.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"}),
      "confirm with a renewed hold");
}

void ReleasedHoldIsNoExpiry(CaseRun& run) {
  HoldFixture fixture(run);
  const std::string user = run.Key("zoe");
  const Hold released{run.Key("released"), user, SecondsFromNow(kHoldSeconds)};
  const Hold next{run.Key("next"), user, SecondsFromNow(kHoldSeconds)};
  run.ExpectOk(fixture.reservations.PlaceHold(fixture.slot, released), "place a hold");
  run.ExpectOk(fixture.reservations.ReleaseHold(fixture.slot, released.id), "release it");
  run.ExpectOk(fixture.reservations.PlaceHold(fixture.slot, next), "place the next hold");
  int deletions = 0;
  int expiries = 0;
  Eventually([&] {
    for (const StreamRecord& record : fixture.watcher_stream.Read()) {
      if (record.keys != HoldKey(released.id)) continue;
      if (record.event_name == "REMOVE") ++deletions;
      if (IsExpiredHold(record)) ++expiries;
    }
    return deletions > 0;
  });
  run.Expect(deletions == 1 && expiries == 0, "expected one deletion that is the customer's own, got " +
                                                  std::to_string(deletions) + ", of which " + std::to_string(expiries) +
                                                  " by time to live");
}

void RestartedConsumer(CaseRun& run) {
  HoldFixture fixture(run);
  fixture.PlaceExpired(run, "first", "zoe");
  SweepExpired(run.client());
  run.Expect(Eventually([&] { return fixture.IsOpen(); }), "the consumer was not told of the hold that expired");

  Reopener restarted(&run.client(), fixture.table, fixture.stream, fixture.reopener.positions());
  run.Expect(restarted.HandleNew() == 0, "a restarted consumer was told of the same hold once more");
  fixture.PlaceExpired(run, "second", "yan");
  SweepExpired(run.client());
  int reopened = 0;
  run.Expect(Eventually([&] { return (reopened += restarted.HandleNew()) > 0; }),
             "a restarted consumer was not told of the next hold that expired");
  run.ExpectItem(fixture.reservations.Get(SlotKey(fixture.slot)), OpenSlotItem(fixture.slot), "the slot, open again");
}

}  // namespace

std::vector<CaseDescription> ExpiryCases() {
  return {
      {"expired-hold-opens-its-slot",
       "The stream tells a consumer of a hold that expired, and watchers of the slot's change.", ExpiredHoldOpensSlot},
      {"payment-before-the-consumer", "A payment after the hold is gone and before the slot is open confirms nothing.",
       PaymentBeforeConsumer},
      {"renewed-hold-stays", "A hold that is renewed in time does not expire.", RenewedHoldStays},
      {"released-hold-is-no-expiry", "The stream tells a customer's deletion from the service's.",
       ReleasedHoldIsNoExpiry},
      {"restarted-consumer", "A consumer goes on after its last sequence numbers.", RestartedConsumer},
  };
}

}  // namespace holdfast::conformance::slate
