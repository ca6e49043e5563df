// All the clients of one workload against one endpoint, on their threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/load/load_thread.h"

namespace holdfast::bench {

// Not thread-safe. The connections stay open from one run to the next.
class Load {
 public:
  // The workload must outlive it. Throws conformance::SetupFailed where the endpoint's host is not known, or the machine
  // does not allow so many connections.
  Load(LoadSettings settings, Workload* workload);

  // Operations start for so long; returns when all of them have ended.
  Metrics Run(Nanoseconds length, Nanoseconds measured_before);

  // Of all runs together.
  const Progress& progress() const { return progress_; }

 private:
  const LoadSettings settings_;
  Addresses addresses_;
  Progress progress_;
  std::vector<std::unique_ptr<LoadThread>> threads_;
  uint64_t runs_ = 0;
};

}  // namespace holdfast::bench
