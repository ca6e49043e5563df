// The fault rules that apply outside of race sessions (`/_holdfast/faults`), each to the databases of a selection.
//
// A rule whose budget is spent stays until it is removed, so that the list of rules shows how often each has fired.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/race/steps/fault.h"
#include "engine/race/steps/operation.h"
#include "server/race/race_options.h"

namespace holdfast::server {

struct FaultState {
  uint64_t id = 0;
  DatabaseSelection databases;
  race::FaultRule rule;
  std::chrono::milliseconds delay{0};
  // How many requests matched the rule until its budget was spent, and how often it has fired.
  uint64_t matched = 0;
  uint64_t fired = 0;
};

// Thread-safe.
class FaultRules {
 public:
  static constexpr size_t kRulesMax = 1'000;

  // Adds rules and returns their ids. Adds none, and returns none, if there would be more than kRulesMax.
  std::vector<uint64_t> Add(const DatabaseSelection& databases, FaultOptions options);
  // The rules that apply only to databases of the selection, in the order in which they were added.
  std::vector<FaultState> List(const DatabaseSelection& databases) const;
  // Removes the rules that List returns for this selection.
  void Remove(const DatabaseSelection& databases);
  // Removes one rule; false if List returns no rule with this id for this selection.
  bool Remove(uint64_t id, const DatabaseSelection& databases);

  // Whether there is no rule. Takes no latch.
  bool empty() const { return rule_count_.load(std::memory_order_acquire) == 0; }
  // Whether a rule may fire for requests to that database.
  bool MayFireOn(const DatabaseName& database) const;
  struct Fired {
    race::FaultAction action;
    // Only for kCommitThenDelay.
    std::chrono::milliseconds delay;
  };
  // Counts the request for each rule that it matches and whose budget is not spent. Returns the action of the first
  // rule that fires, and counts that against the rule's budget.
  std::optional<Fired> Fire(const DatabaseName& database, std::string_view access_key_id, const race::Request& request);

 private:
  struct Entry {
    FaultState state;
    // Shared by the rules that one call of Add has added.
    std::shared_ptr<Random> random;

    bool is_spent() const { return state.rule.budget.has_value() && state.fired >= *state.rule.budget; }
  };

  // The size of `entries_`.
  std::atomic<size_t> rule_count_{0};
  mutable Latch latch_;
  std::vector<Entry> entries_ ABSL_GUARDED_BY(latch_);
  uint64_t next_id_ ABSL_GUARDED_BY(latch_) = 1;
};

}  // namespace holdfast::server
