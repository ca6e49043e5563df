// Holds that expire: what the service deletes, what the stream tells, and what is too late then.
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/slate/reopener.h"
#include "conformance/systems/slate/slate_cases.h"
#include "conformance/systems/slate/watcher.h"
#include "conformance/wire/expiry.h"

namespace holdfast::conformance::slate {
namespace {

using Codes = std::vector<std::string>;

constexpr int64_t kOverdueSeconds = -10;

// One slot, the hold on it, and everybody who follows the stream.
struct Scene {
  explicit Scene(CaseRun& run)
      : table(run.Table(Table())),
        stream(run.tables().StreamArn(table)),
        office(&run.client(), table),
        slot{run.Key("arena"), "2026-10-01T20:00"},
        reopener(&run.client(), table, stream, {}),
        watching(&run.client(), stream),
        watcher(slot.venue) {
    office.Put(OpenSlotItem(slot));
  }

  bool IsOpen() {
    reopener.HandleNew();
    return office.Get(SlotKey(slot)) == OpenSlotItem(slot);
  }

  // How the slot went, as far as the watcher knows.
  std::string Watched() {
    for (const StreamRecord& record : watching.Read()) watcher.See(record);
    std::string course;
    for (const std::string& status : watcher.StatusesOf(slot)) course += (course.empty() ? "" : " ") + status;
    return course;
  }

  std::string table;
  std::string stream;
  BoxOffice office;
  Slot slot;
  Reopener reopener;
  StreamReader watching;
  Watcher watcher;
};

void ExpiredHoldOpensSlot(CaseRun& run) {
  Scene scene(run);
  const Hold hold{run.Key("hold"), run.Key("zoe"), SecondsFromNow(kOverdueSeconds)};
  run.ExpectOk(scene.office.PlaceHold(scene.slot, hold), "place a hold that has expired");
  SweepExpired(run.client());
  run.Expect(!scene.office.Get(HoldKey(hold.id)).has_value(), "the expired hold is still there");
  run.Expect(Eventually([&] { return scene.IsOpen(); }), "the consumer was not told of the hold that expired");

  const Reply late = scene.office.ConfirmBooking(scene.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"});
  run.Expect(late.CancellationCodes() == Codes{"ConditionalCheckFailed", "ConditionalCheckFailed", "None", "None"},
             "confirm a booking after its hold expired: expected the first two conditions to fail, got " + late.text());
  run.ExpectItem(scene.office.Get(SlotKey(scene.slot)), OpenSlotItem(scene.slot), "the slot, open again");
  const bool watched = Eventually([&] { return scene.Watched() == "OPEN HELD OPEN"; });
  run.Expect(watched && scene.watcher.complaints().empty(),
             "expected the watcher to see OPEN HELD OPEN, got " + scene.Watched());
}

void PaymentBeforeConsumer(CaseRun& run) {
  Scene scene(run);
  const Hold hold{run.Key("hold"), run.Key("zoe"), SecondsFromNow(kOverdueSeconds)};
  run.ExpectOk(scene.office.PlaceHold(scene.slot, hold), "place a hold that has expired");
  SweepExpired(run.client());
  // The slot still names the hold: only its absence says that it is too late.
  const Reply late = scene.office.ConfirmBooking(scene.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"});
  run.Expect(
      late.CancellationCodes() == Codes{"None", "ConditionalCheckFailed", "None", "None"},
      "confirm before the consumer has opened the slot: expected the second condition to fail, got " + late.text());
  run.ExpectError(scene.office.RenewHold(hold.id, SecondsFromNow(kHoldSeconds)), "ConditionalCheckFailedException", "",
                  "renew a hold that has expired");
  run.Expect(Eventually([&] { return scene.IsOpen(); }), "the consumer was not told of the hold that expired");
}

void RenewedHoldStays(CaseRun& run) {
  Scene scene(run);
  const Hold hold{run.Key("hold"), run.Key("zoe"), SecondsFromNow(kOverdueSeconds)};
  run.ExpectOk(scene.office.PlaceHold(scene.slot, hold), "place a hold that has expired");
  const int64_t until = SecondsFromNow(kHoldSeconds);
  run.ExpectOk(scene.office.RenewHold(hold.id, until), "renew it while it is there");
  SweepExpired(run.client());
  scene.reopener.HandleNew();
  run.ExpectItem(scene.office.Get(HoldKey(hold.id)), HoldItem(scene.slot, {hold.id, hold.user, until}),
                 "the renewed hold");
  run.ExpectOk(scene.office.ConfirmBooking(scene.slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01"}),
               "confirm with a renewed hold");
}

void ReleasedHoldIsNoExpiry(CaseRun& run) {
  Scene scene(run);
  const std::string user = run.Key("zoe");
  const Hold released{run.Key("released"), user, SecondsFromNow(kHoldSeconds)};
  const Hold next{run.Key("next"), user, SecondsFromNow(kHoldSeconds)};
  run.ExpectOk(scene.office.PlaceHold(scene.slot, released), "place a hold");
  run.ExpectOk(scene.office.ReleaseHold(scene.slot, released.id), "release it");
  run.ExpectOk(scene.office.PlaceHold(scene.slot, next), "place the next hold");
  int deletions = 0;
  int expiries = 0;
  Eventually([&] {
    for (const StreamRecord& record : scene.watching.Read()) {
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
  Scene scene(run);
  const Hold first{run.Key("first"), run.Key("zoe"), SecondsFromNow(kOverdueSeconds)};
  const Hold second{run.Key("second"), run.Key("yan"), SecondsFromNow(kOverdueSeconds)};
  run.ExpectOk(scene.office.PlaceHold(scene.slot, first), "place a hold that has expired");
  SweepExpired(run.client());
  run.Expect(Eventually([&] { return scene.IsOpen(); }), "the consumer was not told of the hold that expired");

  Reopener restarted(&run.client(), scene.table, scene.stream, scene.reopener.positions());
  run.Expect(restarted.HandleNew() == 0, "a restarted consumer was told of the same hold once more");
  run.ExpectOk(scene.office.PlaceHold(scene.slot, second), "place another hold that has expired");
  SweepExpired(run.client());
  int reopened = 0;
  run.Expect(Eventually([&] { return (reopened += restarted.HandleNew()) > 0; }),
             "a restarted consumer was not told of the next hold that expired");
  run.ExpectItem(scene.office.Get(SlotKey(scene.slot)), OpenSlotItem(scene.slot), "the slot, open again");
}

}  // namespace

std::vector<CaseDescription> ExpiryCases() {
  return {
      {"expired-hold-opens-its-slot", "The stream tells a consumer of a hold that expired, and watchers of the flip.",
       ExpiredHoldOpensSlot},
      {"payment-before-the-consumer", "A payment after the hold is gone and before the slot is open confirms nothing.",
       PaymentBeforeConsumer},
      {"renewed-hold-stays", "A hold that is renewed in time does not expire.", RenewedHoldStays},
      {"released-hold-is-no-expiry", "The stream tells a customer's deletion from the service's.",
       ReleasedHoldIsNoExpiry},
      {"restarted-consumer", "A consumer goes on after its last sequence numbers.", RestartedConsumer},
  };
}

}  // namespace holdfast::conformance::slate
