// Customers renew holds that have expired but still exist. Meanwhile the client kService triggers their
// deletion by time to live and, as the consumer of the stream, opens their slots again.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "conformance/client/expiry.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/eventually.h"
#include "conformance/runner/read_in_transaction.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/slate/reopener.h"
#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/slot_reservations.h"
#include "conformance/systems/slate/stream_checkpoints.h"

namespace holdfast::conformance::slate {
namespace {

constexpr int kService = 0;
constexpr size_t kHeldSlots = 5;
// The maximum pause of a customer, which is about the time that the client kService takes.
constexpr int64_t kPauseMicroseconds = 1'500;

class Renewers : public Race {
 public:
  explicit Renewers(StreamCheckpoints* checkpoints) : checkpoints_(*checkpoints) {}

  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stream_ = round.tables().StreamArn(table_);
    begin_ = checkpoints_.ReadToEnd(round.observer(), stream_);
    outcomes_.assign(static_cast<size_t>(round.clients()), AttemptOutcome::kNotTried);
    SlotReservations reservations(&round.observer(), table_);
    for (size_t i = 0; i < kHeldSlots; ++i) {
      const std::string number = std::to_string(i);
      held_slots_.push_back({{round.Key("venue" + number), "2026-10-01T20:00"}, round.Key("hold" + number)});
      const HeldSlot& held_slot = held_slots_.back();
      reservations.Put(OpenSlotItem(held_slot.slot));
      Require(reservations.PlaceHold(held_slot.slot,
                                     {held_slot.hold, round.Key("user"), SecondsFromNow(-kOverdueSeconds)}));
    }
  }

  void RunClient(Round& round, Client& client) override {
    if (client.number() == kService) {
      SweepExpired(client);
      Reopener(&client, table_, stream_, begin_).HandleNew();
      return;
    }
    const auto number = static_cast<size_t>(client.number());
    const HeldSlot& held_slot = held_slots_[number % kHeldSlots];
    SlotReservations reservations(&client, table_, round.guarded());
    std::this_thread::sleep_for(std::chrono::microseconds(client.RandomBelow(kPauseMicroseconds)));
    outcomes_[number] = AttemptOutcomeOf(RetryWhileConflicted(
        client, [&] { return reservations.RenewHold(held_slot.hold, SecondsFromNow(kHoldSeconds)); }));
  }

  void Check(Round& round) override {
    SweepExpired(round.observer());
    Reopener reopener(&round.observer(), table_, stream_, begin_);
    // CheckHeldSlot reports slots that are still held without their hold after this wait.
    Eventually([&] {
      reopener.HandleNew();
      return CountLeakedSlots(round) == 0;
    });
    for (size_t i = 0; i < kHeldSlots; ++i) CheckHeldSlot(round, i);
  }

 private:
  struct HeldSlot {
    Slot slot;
    std::string hold;
  };
  struct Stored {
    Item slot;
    Item hold;
  };

  Stored Read(Round& round, const HeldSlot& held_slot) const {
    const std::vector<Item> items =
        ReadInTransaction(round.observer(), table_, {SlotKey(held_slot.slot), HoldKey(held_slot.hold)});
    return {items[0], items[1]};
  }

  size_t CountLeakedSlots(Round& round) const {
    size_t slots = 0;
    for (const HeldSlot& held_slot : held_slots_) {
      const Stored stored = Read(round, held_slot);
      if (TextOf(stored.slot, "status") == "HELD" && stored.hold.empty()) ++slots;
    }
    return slots;
  }

  // The outcomes of all clients that renewed this slot's hold.
  std::vector<AttemptOutcome> RenewalsOf(size_t number) const {
    std::vector<AttemptOutcome> outcomes;
    for (size_t i = number; i < outcomes_.size(); i += kHeldSlots) outcomes.push_back(outcomes_[i]);
    return outcomes;
  }

  void CheckHeldSlot(Round& round, size_t number) const {
    const HeldSlot& held_slot = held_slots_[number];
    const Stored stored = Read(round, held_slot);
    const std::vector<AttemptOutcome> renewals = RenewalsOf(number);
    const bool renewed = CountOf(renewals, AttemptOutcome::kDone) > 0;
    const bool held = TextOf(stored.slot, "status") == "HELD";
    const bool hold_is_there = !stored.hold.empty();
    const std::string hold = "hold " + held_slot.hold;
    const std::vector<std::string> about = {"HOLD#" + held_slot.hold, TextOf(SlotKey(held_slot.slot), "pk")};
    if (hold_is_there && !Has(stored.hold, "holdId")) {
      round.ReportViolation("a renewal brought " + hold + " back to life", about);
    }
    if (renewed && !hold_is_there) round.ReportViolation(hold + " was renewed, and expired all the same", about);
    if (renewed && !held) round.ReportViolation(hold + " was renewed, and its slot is open", about);
    if (!renewed && CountOf(renewals, AttemptOutcome::kUnknown) == 0 && hold_is_there) {
      round.ReportViolation(hold + " was not renewed, and has not expired", about);
    }
    if (held && !hold_is_there) round.ReportViolation("the slot of " + hold + " leaked: the hold is gone", about);
    round.CountEvent(hold_is_there ? "holds renewed in time" : "holds expired");
  }

  StreamCheckpoints& checkpoints_;
  std::string table_;
  std::string stream_;
  StreamReader::Positions begin_;
  std::vector<HeldSlot> held_slots_;
  std::vector<AttemptOutcome> outcomes_;  // by client: client i renews the hold i % kHeldSlots
};

}  // namespace

RaceDescription ExpiryAgainstRenewal() {
  return DescribeFollower<Renewers>(
      "expiry-against-renewal",
      "A hold that is renewed as it expires keeps its slot, or is gone and its slot is open: nothing in between.",
      "Holds are renewed without asking whether they are still there.");
}

}  // namespace holdfast::conformance::slate
