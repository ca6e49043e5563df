// A saga, as in live venue booking: hold a slot, pay, confirm. Each step is a transaction. A hold that is not paid in
// time lapses, and the next client may take the slot over.
//
//   OPEN ──hold──► HELD ──confirm, by the same hold and before heldUntil──► BOOKED
//    ▲              │ ╲
//    └── release ───┘  ╰─ hold, by another client, after heldUntil
//        (not paid)
//
//   entity    pk             sk             attributes
//   slot      VENUE#<venue>  SLOT#<number>  status, holdId, heldUntil (milliseconds), bookingId
//   hold      HOLD#<id>      META           slot
//   booking   BOOKING#<id>   META           slot; <id> is that of the hold
//
// The conditions compare heldUntil with the current time instead of relying on time to live: AWS may delete an expired
// item days late. A slot that no client has held yet is not stored.
#include <atomic>
#include <random>

#include "bench/load/random.h"
#include "bench/workloads/hold_requests.h"
#include "bench/workloads/on_sale.h"
#include "bench/workloads/workloads.h"

namespace holdfast::bench {
namespace {

// Each venue has one slot on sale at a time.
constexpr size_t kVenues = 4;
// The shares of holds that are released unpaid, abandoned without a release, or paid too late. All other holds are paid
// in time.
constexpr double kReleased = 0.10;
constexpr double kAbandoned = 0.05;
constexpr double kPaidLate = 0.05;

int64_t Milliseconds(TimePoint at) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
}

// The state that all guests share.
struct Venues {
  const WorkloadOptions options;
  OnSale on_sale{kVenues};
  std::atomic<int64_t> held = 0;
  std::atomic<int64_t> lapsed = 0;
  std::atomic<int64_t> released = 0;
  std::atomic<int64_t> abandoned = 0;
};

class Guest : public Actor {
 public:
  Guest(Venues* venues, int client, uint64_t seed) : venues_(*venues), client_(client), random_(seed) {
    slot_.table = venues_.options.table;
  }

  RequestStep Begin(TimePoint now) override {
    stage_ = Stage::kHolding;
    slot_.venue = static_cast<size_t>(random_() % kVenues);
    slot_.number = venues_.on_sale.CurrentNumber(slot_.venue, now);
    slot_.hold_id = std::to_string(client_) + "-" + std::to_string(++holds_);
    const int64_t until = Milliseconds(now + venues_.options.hold);
    return {"TransactWriteItems", ToJson(HoldRequest(slot_, Milliseconds(now), until, Token("h"))), Nanoseconds(0)};
  }

  NextStep Continue(const conformance::Response& response, TimePoint now) override {
    switch (stage_) {
      case Stage::kHolding:
        return response.ok() ? AfterHold(now) : NextStep(CompletionOf(response));
      case Stage::kConfirming:
        return AfterConfirm(response, now);
      case Stage::kReleasing:
        return AfterRelease(response);
    }
    return Completion();
  }

 private:
  enum class Stage { kHolding, kConfirming, kReleasing };

  NextStep AfterHold(TimePoint now) {
    ++venues_.held;
    // The payment takes from 0.5 to 1.5 times the configured time.
    const double factor = 0.5 + UnitInterval(random_);
    const Nanoseconds payment = std::chrono::duration_cast<Nanoseconds>(Nanoseconds(venues_.options.payment) * factor);
    const double chance = UnitInterval(random_);
    if (chance < kAbandoned) {
      ++venues_.abandoned;
      return Completion{.outcome = Outcome::kWithdrawn};
    }
    if (chance < kAbandoned + kReleased) {
      stage_ = Stage::kReleasing;
      return RequestStep{"TransactWriteItems", ToJson(ReleaseRequest(slot_, Token("r"))), payment};
    }
    const bool late = chance < kAbandoned + kReleased + kPaidLate;
    const Nanoseconds pause = late ? venues_.options.hold + payment : payment;
    stage_ = Stage::kConfirming;
    return RequestStep{"TransactWriteItems", ToJson(ConfirmRequest(slot_, Milliseconds(now + pause), Token("c"))),
                       pause};
  }

  NextStep AfterConfirm(const conformance::Response& response, TimePoint now) {
    Completion completion = CompletionOf(response);
    if (completion.outcome == Outcome::kRefusedByCondition) ++venues_.lapsed;
    // A slot counts as sold even if the confirmation's outcome is unknown. If it was not booked, its hold lapses, and
    // no client chooses it any more.
    if (completion.outcome == Outcome::kSucceeded || completion.outcome == Outcome::kUnknown) {
      const std::optional<Nanoseconds> after = venues_.on_sale.MarkSold(slot_.venue, slot_.number, now);
      if (completion.outcome == Outcome::kSucceeded) completion.decided_after = after;
    }
    return completion;
  }

  NextStep AfterRelease(const conformance::Response& response) {
    // If the condition failed, the hold lapsed before the release and another client took the slot over: that counts as
    // a release, too.
    if (!response.ok() && OutcomeOf(response) != Outcome::kRefusedByCondition) return CompletionOf(response);
    ++venues_.released;
    return Completion{.outcome = Outcome::kWithdrawn};
  }

  std::string Token(const char* step) const { return venues_.options.trial_tag + step + slot_.hold_id; }

  Venues& venues_;
  const int client_;
  std::mt19937_64 random_;
  int64_t holds_ = 0;
  Stage stage_ = Stage::kHolding;
  HeldSlot slot_;
};

class HoldAndConfirm : public Workload {
 public:
  explicit HoldAndConfirm(const WorkloadOptions& options) : venues_{.options = options} {}

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override {
    return std::make_unique<Guest>(&venues_, client, seed);
  }
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override {
    return HoldViolations(client.ScanAll({.table = venues_.options.table, .consistent = true}), claims);
  }
  std::vector<std::pair<std::string, int64_t>> Details() const override {
    return {{"holds placed", venues_.held.load()},
            {"holds that lapsed before the payment came", venues_.lapsed.load()},
            {"holds given back because the payment failed", venues_.released.load()},
            {"holds left behind without a word", venues_.abandoned.load()}};
  }

 private:
  Venues venues_;
};

}  // namespace

std::unique_ptr<Workload> MakeHoldAndConfirm(const WorkloadOptions& options) {
  return std::make_unique<HoldAndConfirm>(options);
}

}  // namespace holdfast::bench
