// The results of a run as data: one result for each workload and endpoint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/measure/metrics.h"

namespace holdfast::bench {

enum class Verdict {
  kHolds,
  kViolated,
  // The table could not be set up or read, no operation succeeded and none was refused, or Ctrl-C ended the run:
  // EndpointResult::not_run says which.
  kNotRun,
};

// The figures of one slice: a comparison of two endpoints runs them alternately, a slice of time each. `got`:
// operations that got what they asked for; `refused`: those refused by a condition or a conflict.
struct SliceFigures {
  Nanoseconds got_median{0};
  Nanoseconds refused_median{0};
  double got_per_second = 0;
  double operations_per_second = 0;
};

struct EndpointResult {
  std::string endpoint;
  Metrics metrics;
  // The length of the measurement. It excludes the warm-up, and the time after the end in which an open loop that had
  // fallen behind still started operations.
  double seconds = 0;
  // The same with the time after the end in which operations still ran.
  double running_seconds = 0;
  std::vector<SliceFigures> slices;
  std::vector<std::pair<std::string, int64_t>> details;
  // Violations found by Workload::Verify; empty if the invariant holds.
  std::vector<std::string> violations;
  // Why there is no verdict (kNotRun); empty if there is one.
  std::string not_run;

  // Processor utilisation of the client threads, from 0 to 1: near 1 the load generator is the bottleneck.
  double client_load = 0;

  // The rate of what was counted while operations ran.
  double PerSecond(int64_t count) const {
    return running_seconds > 0 ? static_cast<double>(count) / running_seconds : 0;
  }
};

struct WorkloadResult {
  std::string name;
  // Sentences: what the clients do, and the invariant.
  std::string sentence;
  std::string invariant;
  // The plural of what a successful operation yields: "bookings".
  std::string prize;
  // One, or the two that are compared.
  std::vector<EndpointResult> endpoints;
};

struct BenchReport {
  std::string version;
  std::string region;
  std::string started;  // ISO 8601, UTC
  uint64_t seed = 0;
  int clients = 0;
  int threads = 0;
  // Arrivals per second of an open loop; 0 for a closed loop.
  double rate = 0;
  bool poisson = false;
  // Mean think time of a closed loop's clients, for workloads that sell out.
  Nanoseconds think{0};
  // RetryModeName, with ", conflicts too" if conflicts are retried.
  std::string retry_policy;
  // Load of the machine when the run began: runnable processes per processor.
  double machine_load = 0;
  std::vector<WorkloadResult> workloads;
};

// "holds", "violated", "not-run"
std::string_view NameOf(Verdict verdict);
Verdict VerdictOf(const EndpointResult& result);
// The most severe verdict: violated, then not run, then holds.
Verdict Overall(const BenchReport& report);
// 0 for holds, 1 for violated, 2 for not run.
int ExitStatus(Verdict verdict);

// One line of a comparison: the speed of the first endpoint relative to the second. Latencies are inverted, so that a
// larger ratio always favours the first. All three numbers are 0 if one endpoint has no figure, `least` and `most` also
// if no pair of slices has two figures.
struct Ratio {
  std::string what;
  double overall = 0;
  // The range over the pairs of slices, each of which has one slice of each endpoint.
  double least = 0;
  double most = 0;
};
// Empty unless the workload has two endpoints.
std::vector<Ratio> RatiosOf(const WorkloadResult& workload);

enum class Winner { kFirst, kSecond, kNeither };
// The winner must be faster in every pair of slices in which both endpoints have a figure, of which there must be one;
// otherwise noise of the machine could explain the ratio.
Winner WinnerOf(const Ratio& ratio);

}  // namespace holdfast::bench
