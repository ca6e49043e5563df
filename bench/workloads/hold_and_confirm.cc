#include "bench/workloads/hold_and_confirm.h"

#include <random>

#include "bench/load/zipf.h"
#include "bench/workloads/hold_requests.h"
#include "bench/workloads/violation_summary.h"

namespace holdfast::bench {
namespace {

// The shares of holds that are released unpaid, abandoned without a release, or paid too late. The others are paid in
// time.
constexpr double kReleased = 0.10;
constexpr double kAbandoned = 0.05;
constexpr double kPaidLate = 0.05;

int64_t Milliseconds(TimePoint at) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
}

}  // namespace

class HoldAndConfirm::Guest : public Actor {
 public:
  Guest(HoldAndConfirm* workload, int client, uint64_t seed) : workload_(*workload), client_(client), random_(seed) {
    slot_.table = workload_.options_.table;
  }

  RequestStep Begin(TimePoint now) override {
    stage_ = Stage::kHolding;
    slot_.venue = static_cast<size_t>(random_() % kVenues);
    slot_.number = workload_.on_sale_.CurrentNumber(slot_.venue, now);
    slot_.hold_id = std::to_string(client_) + "-" + std::to_string(++holds_);
    const int64_t until = Milliseconds(now + workload_.options_.hold);
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
    ++workload_.counters_.held;
    // Half as long or half as long again.
    const double length = 0.5 + UnitInterval(random_);
    const Nanoseconds payment =
        std::chrono::duration_cast<Nanoseconds>(Nanoseconds(workload_.options_.payment) * length);
    const double chance = UnitInterval(random_);
    if (chance < kAbandoned) {
      ++workload_.counters_.abandoned;
      return Completion{.outcome = Outcome::kWithdrawn, .decided_after = {}, .complaint = {}};
    }
    if (chance < kAbandoned + kReleased) {
      stage_ = Stage::kReleasing;
      return RequestStep{"TransactWriteItems", ToJson(ReleaseRequest(slot_, Token("r"))), payment};
    }
    const bool late = chance < kAbandoned + kReleased + kPaidLate;
    const Nanoseconds pause = late ? workload_.options_.hold + payment : payment;
    stage_ = Stage::kConfirming;
    return RequestStep{"TransactWriteItems", ToJson(ConfirmRequest(slot_, Milliseconds(now + pause), Token("c"))),
                       pause};
  }

  NextStep AfterConfirm(const conformance::Response& response, TimePoint now) {
    Completion completion = CompletionOf(response);
    if (completion.outcome == Outcome::kRefusedByCondition) ++workload_.counters_.lapsed;
    // A slot that may be booked counts as sold: if it is not booked, its hold lapses and the slot stays unsold.
    if (completion.outcome == Outcome::kGot || completion.outcome == Outcome::kUnknown) {
      const std::optional<Nanoseconds> after = workload_.on_sale_.MarkSold(slot_.venue, slot_.number, now);
      if (completion.outcome == Outcome::kGot) completion.decided_after = after;
    }
    return completion;
  }

  NextStep AfterRelease(const conformance::Response& response) {
    // A hold that lapsed before it was released is not this client's any more, which is what it wanted.
    if (!response.ok() && OutcomeOf(response) != Outcome::kRefusedByCondition) return CompletionOf(response);
    ++workload_.counters_.released;
    return Completion{.outcome = Outcome::kWithdrawn, .decided_after = {}, .complaint = {}};
  }

  std::string Token(const char* step) const { return workload_.options_.run_tag + step + slot_.hold_id; }

  HoldAndConfirm& workload_;
  const int client_;
  std::mt19937_64 random_;
  int64_t holds_ = 0;
  Stage stage_ = Stage::kHolding;
  HeldSlot slot_;
};

HoldAndConfirm::HoldAndConfirm(WorkloadOptions options) : options_(std::move(options)), on_sale_(kVenues) {}

std::unique_ptr<Actor> HoldAndConfirm::MakeActor(int client, uint64_t seed) {
  return std::make_unique<Guest>(this, client, seed);
}

std::vector<std::string> HoldAndConfirm::Verify(conformance::Client& client, const Claims& claims) {
  return HoldViolations(client.ScanAll({.table = options_.table, .consistent = true}), claims);
}

std::vector<std::pair<std::string, int64_t>> HoldAndConfirm::Details() const {
  return {{"holds placed", counters_.held.load()},
          {"holds that lapsed before the payment came", counters_.lapsed.load()},
          {"holds given back because the payment failed", counters_.released.load()},
          {"holds left behind without a word", counters_.abandoned.load()}};
}

}  // namespace holdfast::bench
