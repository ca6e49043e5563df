// What became of the operations of a run: how many, how long, whose and when.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/latency_histogram.h"

namespace holdfast::bench {

// How an operation ended, for the client that wanted something.
enum class Outcome {
  kGot,
  kRefusedByCondition,  // somebody was faster
  kRefusedByConflict,   // a transaction was in the way
  kThrottled,           // refused for going too fast, and given up
  kWithdrawn,           // the client changed its mind, as its script wanted
  kUnknown,             // no answer, or a server's error: it may have been carried out
  kFailed,              // refused for another reason, which no workload expects
};
inline constexpr size_t kOutcomes = 7;
inline constexpr std::array<Outcome, kOutcomes> kAllOutcomes = {
    Outcome::kGot,       Outcome::kRefusedByCondition, Outcome::kRefusedByConflict,
    Outcome::kThrottled, Outcome::kWithdrawn,          Outcome::kUnknown,
    Outcome::kFailed};

// "got it", "refused by condition", ...
std::string_view OutcomeName(Outcome outcome);
inline bool IsRefusal(Outcome outcome) {
  return outcome == Outcome::kRefusedByCondition || outcome == Outcome::kRefusedByConflict;
}

using OutcomeCounts = std::array<int64_t, kOutcomes>;
inline int64_t& At(OutcomeCounts& counts, Outcome outcome) { return counts[static_cast<size_t>(outcome)]; }
inline int64_t At(const OutcomeCounts& counts, Outcome outcome) { return counts[static_cast<size_t>(outcome)]; }

// One operation that has ended.
struct Operation {
  int client = 0;
  Outcome outcome = Outcome::kFailed;
  // From when it was meant to start. A client that is late, because the operation before it took long, does not make
  // this shorter.
  Nanoseconds latency{0};
  // From when it was really sent.
  Nanoseconds service{0};
  // From the first attempt at a request to the last, which is what retries added; 0 where there were none.
  Nanoseconds retrying{0};
  // Sent in all; most operations are one request.
  int requests = 1;
  // Those of them that were sent again.
  int retries = 0;
  // Attempts whose outcome is unknown: each may have been carried out.
  int unknown_attempts = 0;
  // Since the measured time began.
  Nanoseconds ended{0};
  // Empty unless it failed, was throttled or is unknown: what the endpoint said.
  std::string complaint = {};
};

// Not thread-safe: each thread fills its own, and they are added up afterwards.
class Metrics {
 public:
  // Of nobody and nothing.
  Metrics() : Metrics(0, Nanoseconds(0), Nanoseconds(1)) {}
  // The timeline has one entry for each `timeline_width` of `measured`.
  Metrics(int clients, Nanoseconds measured, Nanoseconds timeline_width);

  void Record(const Operation& operation);
  // What everybody wanted was decided this long after the first wanted it.
  void RecordDecision(Nanoseconds after) { decided_.Record(after); }
  // These should have started but never did.
  void RecordUnstarted(int64_t count) { unstarted_ += count; }
  // What the clients themselves took of the processor.
  void RecordProcessorTime(Nanoseconds time) { processor_time_ += time; }
  // `other` must have been made with the same arguments.
  void Add(const Metrics& other);

  const OutcomeCounts& outcomes() const { return outcomes_; }
  int64_t Count(Outcome outcome) const { return At(outcomes_, outcome); }
  int64_t operations() const;
  int64_t refused() const { return Count(Outcome::kRefusedByCondition) + Count(Outcome::kRefusedByConflict); }
  int64_t requests() const { return requests_; }
  int64_t retries() const { return retries_; }
  // Operations with at least one retry.
  int64_t retried() const { return retrying_.count(); }
  int64_t unknown_attempts() const { return unknown_attempts_; }
  int64_t unstarted() const { return unstarted_; }
  Nanoseconds processor_time() const { return processor_time_; }

  const LatencyHistogram& got_latency() const { return got_latency_; }
  const LatencyHistogram& got_service() const { return got_service_; }
  // Of what was refused by condition or by conflict.
  const LatencyHistogram& refused_latency() const { return refused_latency_; }
  const LatencyHistogram& refused_service() const { return refused_service_; }
  const LatencyHistogram& decided() const { return decided_; }
  // Of the operations with retries.
  const LatencyHistogram& retrying() const { return retrying_; }

  const std::vector<int64_t>& got_by_client() const { return got_by_client_; }
  Nanoseconds timeline_width() const { return timeline_width_; }
  const std::vector<OutcomeCounts>& timeline() const { return timeline_; }
  // How often the endpoint said what; at most kComplaintsMax different ones.
  const std::map<std::string, int64_t>& complaints() const { return complaints_; }

 private:
  static constexpr size_t kComplaintsMax = 20;

  void Complain(const std::string& complaint, int64_t count);

  OutcomeCounts outcomes_{};
  int64_t requests_ = 0;
  int64_t retries_ = 0;
  int64_t unknown_attempts_ = 0;
  int64_t unstarted_ = 0;
  Nanoseconds processor_time_{0};
  LatencyHistogram got_latency_;
  LatencyHistogram got_service_;
  LatencyHistogram refused_latency_;
  LatencyHistogram refused_service_;
  LatencyHistogram decided_;
  LatencyHistogram retrying_;
  std::vector<int64_t> got_by_client_;
  Nanoseconds timeline_width_;
  std::vector<OutcomeCounts> timeline_;
  std::map<std::string, int64_t> complaints_;
};

}  // namespace holdfast::bench
