// What a run found out, before it is put into words: one result for each workload and endpoint.
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
  kNotRun,  // the endpoint cannot do what the workload needs
};

// One of the slices that a comparison is made of.
struct SliceFigures {
  Nanoseconds got_median{0};
  Nanoseconds refused_median{0};
  double got_per_second = 0;
  double operations_per_second = 0;
};

struct EndpointResult {
  std::string endpoint;
  Metrics metrics;
  // Measured, without warming up and without catching up.
  double seconds = 0;
  std::vector<SliceFigures> slices;
  std::vector<std::pair<std::string, int64_t>> details;
  // What the table showed afterwards that cannot be; empty if the invariant holds.
  std::vector<std::string> violations;
  // Why there is nothing to report; empty where there is.
  std::string not_run;

  // How busy the threads of the clients were, from 0 to 1: near 1 it is they who are slow.
  double client_load = 0;

  double PerSecond(int64_t count) const { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }
};

struct WorkloadResult {
  std::string name;
  std::string sentence;
  std::string invariant;
  std::string prize;
  // One, or the two that are compared.
  std::vector<EndpointResult> endpoints;
};

struct BenchReport {
  std::string version;
  std::string region;
  std::string started;  // "2026-11-21 18:40:12 UTC"
  uint64_t seed = 0;
  int clients = 0;
  int threads = 0;
  // 0: a closed loop.
  double rate = 0;
  bool poisson = false;
  // Of the clients of a closed loop, before they try for something that can be sold out.
  Nanoseconds think{0};
  std::string retry_policy;  // "standard", "standard, conflicts too"
  // What else this machine had to do when the run began: processes that wanted a processor, for each that there is.
  double machine_load = 0;
  std::vector<WorkloadResult> workloads;
};

// "holds", "violated", "not-run"
std::string_view NameOf(Verdict verdict);
Verdict VerdictOf(const EndpointResult& result);
// The gravest of all: violated, then not run, then holds.
Verdict Overall(const BenchReport& report);
// 0, 1 for violated, 2 for not run.
int ExitStatus(Verdict verdict);

// One line of a comparison: how many times as fast the first endpoint is as the second. Latencies count inversely, so
// that more is always better for the first. Everything is 0 where one of them has no figure.
struct Ratio {
  std::string what;
  double overall = 0;
  // Over the pairs of slices that ran one after the other.
  double least = 0;
  double most = 0;
};
// Empty unless two endpoints were run.
std::vector<Ratio> RatiosOf(const WorkloadResult& workload);

enum class Winner { kFirst, kSecond, kNeither };
// By the ratio alone: a winner is faster in every pair of slices, too, or it may be the machine's doing.
Winner WinnerOf(const Ratio& ratio);

}  // namespace holdfast::bench
