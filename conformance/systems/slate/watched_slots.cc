#include "conformance/systems/slate/watched_slots.h"

#include "conformance/client/expiry.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/eventually.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::slate {
namespace {

constexpr int kWatcher = 0;
constexpr int kSlots = 3;
constexpr int kHoldsPerClient = 3;

// Decrements the count at the end of the scope, also if the client throws.
class ScopedDecrement {
 public:
  explicit ScopedDecrement(std::atomic<int>* count) : count_(*count) {}
  ~ScopedDecrement() { --count_; }
  ScopedDecrement(const ScopedDecrement&) = delete;
  ScopedDecrement& operator=(const ScopedDecrement&) = delete;

 private:
  std::atomic<int>& count_;
};

}  // namespace

void WatchedSlots::SetUp(Round& round) {
  table_ = round.Table(Table());
  stream_ = round.tables().StreamArn(table_);
  begin_ = checkpoints_.ReadToEnd(round.observer(), stream_);
  const std::string venue = round.Key("venue");
  watcher_ = std::make_unique<Watcher>(venue);
  flippers_ = round.clients() - 1;
  flips_ = kSlots;
  for (int i = 0; i < kSlots; ++i) {
    slots_.push_back({venue, "2026-10-0" + std::to_string(1 + i) + "T20:00"});
    SlotReservations(&round.observer(), table_).Put(OpenSlotItem(slots_.back()));
  }
}

void WatchedSlots::RunClient(Round& round, Client& client) {
  if (client.number() == kWatcher) {
    Watch(round, client, [this] { return flippers_ == 0; });
  } else {
    const ScopedDecrement decrement(&flippers_);
    FlipSlots(round, client);
  }
}

void WatchedSlots::FlipSlots(Round& round, Client& client) {
  SlotReservations reservations(&client, table_);
  for (int i = 0; i < kHoldsPerClient; ++i) {
    const Slot& slot = slots_[static_cast<size_t>(client.RandomBelow(kSlots))];
    const std::string id = std::to_string(client.number()) + "." + std::to_string(i);
    const Hold hold{round.Key("hold" + id), round.Key("user"), SecondsFromNow(kHoldSeconds)};
    const Response held = RetryWhileConflicted(client, [&] { return reservations.PlaceHold(slot, hold); });
    CountFlip(held);
    if (!held.ok()) continue;
    // A booked slot never flips again, so only one hold in twenty is paid; the others are released.
    const bool paid = client.RandomBelow(20) == 0;
    CountFlip(RetryWhileConflicted(client, [&] {
      return paid ? reservations.ConfirmBooking(slot, hold.id,
                                                {round.Key("booking" + id), hold.user, "2026-09-01T08:00:00Z"})
                  : reservations.ReleaseHold(slot, hold.id);
    }));
  }
}

void WatchedSlots::CountFlip(const Response& response) {
  const AttemptOutcome outcome = AttemptOutcomeOf(response);
  if (outcome == AttemptOutcome::kDone) ++flips_;
  if (outcome == AttemptOutcome::kUnknown) ++unknown_flips_;
}

void WatchedSlots::Check(Round& round) {
  Eventually([&] {
    Watch(round, round.observer(), [] { return true; });
    // The control does not wait, because a watcher that polls never sees the flips that it has missed.
    return watcher_->flips() >= flips_ || !round.guarded();
  });
  const std::vector<std::string> about = {TextOf(SlotKey(slots_.front()), "pk")};
  round.CountEvent("flips", flips_);
  if (watcher_->flips() < flips_ || watcher_->flips() > flips_ + unknown_flips_) {
    round.ReportViolation("the slots flipped " + std::to_string(flips_) + " times, and the watcher saw " +
                              std::to_string(watcher_->flips()) + " flips",
                          about);
  }
  for (const std::string& complaint : watcher_->complaints()) round.ReportViolation(complaint, about);
  if (unknown_flips_ > 0) return;
  for (const Slot& slot : slots_) {
    const Item stored = SlotReservations(&round.observer(), table_).Get(SlotKey(slot)).value_or(Item());
    const std::vector<std::string> seen = watcher_->StatusesOf(slot);
    const std::string last = seen.empty() ? "" : seen.back();
    if (last == TextOf(stored, "status")) continue;
    round.ReportViolation("the slot is " + TextOf(stored, "status") + ", and the watcher saw it last as '" + last + "'",
                          about);
  }
}

}  // namespace holdfast::conformance::slate
