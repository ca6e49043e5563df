// Metrics of a run: outcomes, latencies, the share of each client, and a timeline.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/latency_histogram.h"

namespace holdfast::bench {

// The outcome of an operation as its client sees it.
enum class Outcome {
  kSucceeded,           // succeeded: the client got the slot or unit, or the read or write was done
  kRefusedByCondition,  // another client was faster
  kRefusedByConflict,   // another transaction used one of the items
  kThrottled,           // throttled by the endpoint, and not retried any more
  kWithdrawn,           // the client gave up what it had got, as the workload prescribes
  kUnknown,             // no response, or a server's error: it may have been carried out
  kFailed,              // refused for another reason, which no workload expects
};
inline constexpr size_t kOutcomes = 7;
inline constexpr std::array<Outcome, kOutcomes> kAllOutcomes = {
    Outcome::kSucceeded, Outcome::kRefusedByCondition, Outcome::kRefusedByConflict,
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
  // Since the intended start, without the pauses between requests (RequestStep::pause). Includes the delay that a slow
  // previous operation of the client causes, which avoids coordinated omission.
  Nanoseconds latency{0};
  // The same since the operation's first request was sent.
  Nanoseconds service{0};
  // The time added by retries: from the first to the last attempt of each request, summed; 0 without retries.
  Nanoseconds retrying{0};
  // All requests sent; most operations consist of one.
  int requests = 1;
  // How many of these were retries.
  int retries = 0;
  // Attempts whose outcome is unknown: each may have been carried out.
  int unknown_attempts = 0;
  // The measured time until completion. The intervals between two windows of a measurement do not count.
  Nanoseconds ended{0};
  // The endpoint's error if the operation failed, was throttled or has an unknown outcome; empty otherwise.
  std::string complaint = {};
};

// Not thread-safe: each thread records into its own Metrics, and Add merges them.
class Metrics {
 public:
  // Metrics of no clients.
  Metrics() : Metrics(0, Nanoseconds(0), Nanoseconds(1)) {}
  // The timeline has one entry for each `timeline_width` of `measured`.
  Metrics(int clients, Nanoseconds measured, Nanoseconds timeline_width);

  void Record(const Operation& operation);
  // Records that a slot was sold, or a product sold out, this long after a client first tried for it.
  void RecordDecision(Nanoseconds after) { decided_.Record(after); }
  // Operations that were due and were never started.
  void RecordUnstarted(int64_t count) { unstarted_ += count; }
  // Processor time of the load generator itself.
  void RecordProcessorTime(Nanoseconds time) { processor_time_ += time; }
  // `other` must have been constructed with the same arguments.
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

  const LatencyHistogram& success_latency() const { return success_latency_; }
  const LatencyHistogram& success_service() const { return success_service_; }
  // Latencies of operations refused by condition or by conflict.
  const LatencyHistogram& refused_latency() const { return refused_latency_; }
  const LatencyHistogram& refused_service() const { return refused_service_; }
  // The times recorded by RecordDecision.
  const LatencyHistogram& decided() const { return decided_; }
  // Operation::retrying, of the operations with retries.
  const LatencyHistogram& retrying() const { return retrying_; }

  const std::vector<int64_t>& successes_by_client() const { return successes_by_client_; }
  Nanoseconds timeline_width() const { return timeline_width_; }
  const std::vector<OutcomeCounts>& timeline() const { return timeline_; }
  // How often the endpoint returned each error; at most kComplaintsMax different ones.
  const std::map<std::string, int64_t>& complaints() const { return complaints_; }

 private:
  static constexpr size_t kComplaintsMax = 20;

  void CountComplaint(const std::string& complaint, int64_t count);

  OutcomeCounts outcomes_{};
  int64_t requests_ = 0;
  int64_t retries_ = 0;
  int64_t unknown_attempts_ = 0;
  int64_t unstarted_ = 0;
  Nanoseconds processor_time_{0};
  LatencyHistogram success_latency_;
  LatencyHistogram success_service_;
  LatencyHistogram refused_latency_;
  LatencyHistogram refused_service_;
  LatencyHistogram decided_;
  LatencyHistogram retrying_;
  std::vector<int64_t> successes_by_client_;
  Nanoseconds timeline_width_;
  std::vector<OutcomeCounts> timeline_;
  std::map<std::string, int64_t> complaints_;
};

}  // namespace holdfast::bench
