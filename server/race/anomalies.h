// Chooses, for requests outside of race sessions, which anomaly happens to which request, and counts the anomalies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/race/steps/intents.h"
#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"
#include "server/race/anomaly_options.h"
#include "server/race/lost_updates.h"
#include "server/race/older_states.h"
#include "server/race/request_order.h"

namespace holdfast::server {

enum class Anomaly { kLostReply, kLostRequest, kConflict, kThrottle, kStaleRead, kIndexLag };
inline constexpr size_t kAnomalyCount = 6;
// `a lost reply`, `a lost request`, …
std::string_view NameOf(Anomaly anomaly);

struct AnomalyCounts {
  // Requests of operations on items, those of PartiQL included.
  uint64_t requests = 0;
  // To how many of them each anomaly could happen, and to how many it did. A request that could lose its reply could
  // also be lost itself; both are counted as possible[kLostReply], and possible[kLostRequest] stays 0.
  std::array<uint64_t, kAnomalyCount> possible{};
  std::array<uint64_t, kAnomalyCount> caused{};

  uint64_t Possible(Anomaly anomaly) const { return possible[static_cast<size_t>(anomaly)]; }
  uint64_t Caused(Anomaly anomaly) const { return caused[static_cast<size_t>(anomaly)]; }
};

// Thread-safe. The choices are a seeded sequence: they repeat if Choose, ChooseHold and ReadOlder are called in the
// same order, for example if requests are sent one after another.
class Anomalies {
 public:
  static constexpr size_t kNotesMax = 50;
  static constexpr size_t kItemsMax = 10'000;

  explicit Anomalies(const AnomalyOptions& options) { Restart(options); }

  // Restores the state after construction, except that order() keeps what its planner has learnt. Held requests are
  // dropped.
  void Restart(const AnomalyOptions& options);

  // The anomaly that happens to this request; nothing for most. Counts the request, and the anomalies that could happen
  // to it.
  std::optional<Anomaly> Choose(const NamedDatabase& database, const race::Request& request);
  // A time in [0, AnomalyOptions::hold].
  std::chrono::milliseconds ChooseHold();
  // Whether older states have to be kept: the options have stale reads or index lag.
  bool keeps_states() const;
  OlderStates& states() { return states_; }
  RequestOrder& order() { return order_; }
  const RequestOrder& order() const { return order_; }
  LostUpdates& lost_updates() { return lost_updates_; }
  const LostUpdates& lost_updates() const { return lost_updates_; }
  // The older response to a read to which kStaleRead or kIndexLag happens; nothing if there is none.
  std::optional<race::Response> ReadOlder(const std::shared_ptr<Database>& database, const race::Request& read);

  // To be called after tables of the database were created, changed or deleted. Forgets its older states, and which of
  // its items transactions have named.
  void TablesChanged(const NamedDatabase& database);
  // Counts and notes an anomaly that has happened. `request_text`: `PutItem room7 in Rooms`.
  void CountCaused(Anomaly anomaly, std::string_view request_text);
  AnomalyCounts counts() const;
  // The first anomalies that have happened, at most kNotesMax, a line for each: `a lost reply: PutItem room7 in Rooms`.
  std::vector<std::string> notes() const;

 private:
  void AddItemsOfTransaction(const DatabaseName& database, const race::Intents::Targets& targets)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);

  mutable Latch latch_;
  AnomalyOptions options_ ABSL_GUARDED_BY(latch_);
  std::unique_ptr<Random> random_ ABSL_GUARDED_BY(latch_);
  // The items that TransactWriteItems have named, with their databases. At most kItemsMax: before there would be more,
  // all are forgotten.
  std::set<std::pair<DatabaseName, race::ItemName>> items_of_transactions_ ABSL_GUARDED_BY(latch_);
  // The requests that were throttled or got no reply, and whose retry has not arrived: their databases, and texts of
  // the operation, the first table and the items or, for PartiQL, the statements. Empty unless options_.spares_retries.
  // At most kItemsMax, as above.
  std::set<std::pair<DatabaseName, std::string>> awaiting_retry_ ABSL_GUARDED_BY(latch_);
  AnomalyCounts counts_ ABSL_GUARDED_BY(latch_);
  std::vector<std::string> notes_ ABSL_GUARDED_BY(latch_);
  OlderStates states_;
  LostUpdates lost_updates_;
  RequestOrder order_;
};

}  // namespace holdfast::server
