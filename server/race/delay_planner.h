// Chooses which requests `holdfast shake` delays, so that delays go where the order of requests can matter, and learns
// from run to run where that is:
//
//   before a write to an item that was read a moment ago and has not been written since: another reader may come
//   between writes of different items, with no read in between: they could have been one transaction
//   before the second of two writes to one item
//
// Such a place is named by the operation, its table, the reason, and how many requests there were before with these in
// the run. A delay is productive if a request arrives meanwhile that the delayed one depends on. Where it was, the place
// is always delayed; where it was not, less and less often. What the delays of a run may cost is bounded: delays without
// result by one full delay and a twentieth of the time that the run has taken.
//
// After: G. Li et al., Efficient scalable thread-safety-violation detection (TSVD), SOSP 2019. K. Sen, Race directed
// random testing of concurrent programs, PLDI 2008. Clients are not known here and need not be: one that waits for the
// response to its write sends no other request, so what arrives during a delay comes from another.
//
// Not thread-safe, except for DelayRecords, which several planners may share.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/random.h"
#include "engine/race/steps/footprint.h"
#include "engine/race/steps/intents.h"

namespace holdfast::server {

// A request as far as its order matters.
struct Access {
  const void* database = nullptr;
  std::string operation;
  std::string table;
  race::Footprint footprint;
  race::Intents::Targets targets;
  bool writes = false;
};
// Whether both name an item and write it.
bool WriteSameItem(const Access& a, const Access& b);
// Whether the order of the two makes a difference to a response or to the state, streams left aside.
bool OrderMatters(const Access& a, const Access& b);

// What is known about the places of delays, from all runs.
class DelayRecords {
 public:
  struct Record {
    // How likely the place is to be delayed.
    double weight = 1;
    bool productive = false;
  };

  // A new place has the given weight.
  Record Find(const std::string& place, double weight);
  void Learn(const std::string& place, bool productive);
  size_t productive_places() const;

 private:
  mutable Latch latch_;
  std::map<std::string, Record> records_ ABSL_GUARDED_BY(latch_);
};

class DelayPlanner {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kMoment{1'000};
  static constexpr size_t kRecentMax = 64;
  static constexpr size_t kDelaysPerRunMax = 50;

  // A place in a run, and how the delay of it went before.
  struct Site {
    std::string name;
    double weight = 1;
    bool productive = false;
  };

  explicit DelayPlanner(std::shared_ptr<DelayRecords> records = std::make_shared<DelayRecords>())
      : records_(std::move(records)) {}
  // From now on the planners learn together.
  void ShareRecordsOf(const DelayPlanner& other) { records_ = other.records_; }

  // Begins a run. `hold`: the length of a delay; zero: only counts the places.
  void BeginRun(std::chrono::milliseconds hold, uint64_t seed, Clock::time_point now);
  // The place that a request is at, if it is to be delayed. To be called for each request in the order in which they
  // would go on, followed by Executed when it has.
  std::optional<Site> Choose(const Access& access, Clock::time_point now);
  // The request goes on.
  void Executed(const Access& access, Clock::time_point now);
  // How a delay that Choose has asked for went.
  void Learn(const Site& site, bool productive, std::chrono::milliseconds waited);

  size_t productive_sites() const { return records_->productive_places(); }

 private:
  struct Recent {
    Access access;
    Clock::time_point time;
  };
  // Why the access is worth a delay, and how much, from 0 to 1; nothing if it is not.
  std::optional<std::pair<std::string_view, double>> ReasonFor(const Access& access, Clock::time_point now) const;

  std::chrono::milliseconds hold_{0};
  std::optional<Random> random_;
  Clock::time_point begun_{};
  // Newest last.
  std::deque<Recent> recent_;
  // How many requests there were at each kind of place in this run.
  std::map<std::string, size_t> occurrences_;
  std::chrono::milliseconds wasted_{0};
  size_t delays_ = 0;
  // The sum of the weights of the places of this run and of the one before.
  double weights_ = 0;
  double weights_before_ = 0;
  std::shared_ptr<DelayRecords> records_;
};

}  // namespace holdfast::server
