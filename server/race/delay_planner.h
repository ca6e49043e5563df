// Chooses which requests `holdfast shake` delays, so that delays go where the order of requests can matter, and learns
// from run to run where that is:
//
//   before a write to an item that was read a moment ago and has not been written since: another client may read it too
//   between writes of different items, with no read in between: they could have been one transaction
//   before the second of two writes to one item
//
// Each of these points is a site. Its name has the reason, the operation, its table, and the number of the request
// among the requests of the run with the same reason, operation and table. A delay is productive if a request arrives
// during it whose order relative to the delayed one matters (OrderMatters). After a productive delay a site is delayed
// whenever it occurs again, up to kDelaysPerRunMax delays in a run; after unproductive ones less and less often. At a
// site whose last delay was not productive, no further delay begins once it and the unproductive delays of the run that
// have ended could take more than one full delay and a twentieth of the time that the run has taken.
//
// Based on: G. Li et al., Efficient scalable thread-safety-violation detection (TSVD), SOSP 2019. K. Sen, Race directed
// random testing of concurrent programs, PLDI 2008. Clients are not known here and need not be: a client that waits for
// the response to its write sends no other request, so a request that arrives during the delay comes from another
// client.
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

// The properties of a request that decide whether its order relative to others matters.
struct Access {
  const void* database = nullptr;
  std::string operation;
  std::string table;
  race::Footprint footprint;
  race::Intents::Targets targets;
  bool writes = false;
};
// Whether there is an item that both name and write.
bool WriteSameItem(const Access& a, const Access& b);
// Whether the order of the two requests makes a difference to a response or to the state, apart from the order of
// stream records. Of two writes only the items that they name are compared: those that they write, and those that the
// conditions of transactions check. A PartiQL statement names none.
bool OrderMatters(const Access& a, const Access& b);

// The results of the delays at each site, from all runs.
class DelayRecords {
 public:
  struct Record {
    // The probability of a delay at the site, relative to other sites. While `productive` is true, the site is delayed
    // whatever its weight.
    double weight = 1;
    // Whether the last delay at the site was productive.
    bool productive = false;
  };

  // Returns the record of the site; a new site gets the given weight.
  Record FindOrAdd(const std::string& site, double weight);
  void Learn(const std::string& site, bool productive);
  size_t productive_sites() const;

 private:
  mutable Latch latch_;
  std::map<std::string, Record> records_ ABSL_GUARDED_BY(latch_);
};

class DelayPlanner {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kRecentAgeMax{1'000};
  static constexpr size_t kRecentMax = 64;
  static constexpr size_t kDelaysPerRunMax = 50;

  explicit DelayPlanner(std::shared_ptr<DelayRecords> records = std::make_shared<DelayRecords>())
      : records_(std::move(records)) {}
  // From now on this planner and `other` share what they learn.
  void ShareRecordsOf(const DelayPlanner& other) { records_ = other.records_; }

  // Begins a run. `hold`: the longest delay. If it is zero, the planner chooses no delays, and only adds up the weights
  // of the sites.
  void BeginRun(std::chrono::milliseconds hold, uint64_t seed, Clock::time_point now);
  // The name of the request's site, if the request is to be delayed. To be called for each request, in the order in
  // which the requests would be executed without delays.
  std::optional<std::string> Choose(const Access& access, Clock::time_point now);
  // To be called when the request begins to be executed.
  void BeginExecution(const Access& access, Clock::time_point now);
  // Records the result of a delay that Choose has asked for.
  void Learn(const std::string& site, bool productive, std::chrono::milliseconds waited);

  size_t productive_sites() const { return records_->productive_sites(); }

 private:
  struct Recent {
    Access access;
    Clock::time_point time;
  };
  // The reason to delay the access, and the weight of a new site with this reason; nothing if there is no reason.
  std::optional<std::pair<std::string_view, double>> ReasonFor(const Access& access, Clock::time_point now) const;

  std::chrono::milliseconds hold_{0};
  std::optional<Random> random_;
  Clock::time_point begun_{};
  // Newest last.
  std::deque<Recent> recent_;
  // The number of requests in this run for each reason, operation and table.
  std::map<std::string, size_t> occurrences_;
  std::chrono::milliseconds wasted_{0};
  size_t delays_ = 0;
  // The sums of the weights of the sites in this run and in the previous one.
  double weights_ = 0;
  double weights_of_previous_run_ = 0;
  std::shared_ptr<DelayRecords> records_;
};

}  // namespace holdfast::server
