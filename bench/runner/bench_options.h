// The options of a run, from the command line.
#pragma once

#include <chrono>
#include <vector>

#include "bench/load/load_settings.h"
#include "bench/workloads/workload_options.h"
#include "bench/workloads/workloads_table.h"

namespace holdfast::bench {

struct BenchOptions {
  // One, or two that are compared.
  std::vector<conformance::EndpointUrl> endpoints;
  std::vector<const WorkloadRow*> workloads;
  // The load of each workload on each endpoint. `url` and `streams_url` of `load.endpoint` are replaced by each of
  // `endpoints`; the other members of `load.endpoint` apply to all of them.
  LoadSettings load;
  Nanoseconds warm_up = std::chrono::seconds(1);
  // Each Trial sets `table` and `trial_tag`.
  WorkloadOptions workload_options;
};

}  // namespace holdfast::bench
