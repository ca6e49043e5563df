// Runs all clients of one workload against one endpoint, on one or more threads.
#pragma once

#include <memory>
#include <vector>

#include "bench/load/load_thread.h"

namespace holdfast::bench {

// Not thread-safe. The connections stay open from one run to the next.
class Load {
 public:
  // `workload` must outlive this object. Throws conformance::SetupFailed if the endpoint's host cannot be resolved, or
  // if the system does not allow a connection for each client of all loads that are open at the same time.
  Load(LoadSettings settings, Workload* workload);

  // Starts operations for `length`, and returns when all of them have completed. `measured_before`: see
  // MeasurementWindow (load_thread.h).
  Metrics Run(Nanoseconds length, Nanoseconds measured_before);

  // Counts over all runs.
  const Progress& progress() const { return progress_; }

 private:
  const LoadSettings settings_;
  conformance::Addresses addresses_;
  Progress progress_;
  std::vector<std::unique_ptr<LoadThread>> threads_;
  uint64_t runs_ = 0;
};

}  // namespace holdfast::bench
