// All workloads, by the name that --workload takes.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "bench/load/workload.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

struct WorkloadRow {
  std::string_view name;
  // Sentences: what the clients do, and the invariant.
  std::string_view sentence;
  std::string_view invariant;
  // True if slots or units can sell out. Only then do clients pause to think before each operation.
  bool sells_out = false;
  // The plural of what a successful operation yields: "bookings", "units".
  std::string_view prize;
  std::unique_ptr<Workload> (*make)(const WorkloadOptions& options);
};

const std::vector<WorkloadRow>& AllWorkloads();
// Null if no workload has that name.
const WorkloadRow* FindWorkload(std::string_view name);

}  // namespace holdfast::bench
