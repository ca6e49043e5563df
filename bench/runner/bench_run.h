// Runs every workload against one endpoint, or against two in alternating slices.
#pragma once

#include <functional>
#include <string>

#include "bench/report/bench_report.h"
#include "bench/runner/bench_options.h"

namespace holdfast::bench {

// The progress of a run.
struct ProgressNote {
  std::string workload;
  std::string endpoint;
  std::string doing;  // "warming up", "measuring", "checking"
  // Of the warm-up or the measurement at this endpoint; 0 when checking.
  double seconds_left = 0;
  // Since this endpoint's warm-up began.
  int64_t operations = 0;
  int64_t got = 0;  // operations that succeeded
  int64_t refused = 0;
};

// `show` is called periodically, on any thread but never concurrently. An interruption (Ctrl-C) ends the run early with
// the results so far.
BenchReport RunBench(const BenchOptions& options, const std::function<void(const ProgressNote&)>& show);

}  // namespace holdfast::bench
