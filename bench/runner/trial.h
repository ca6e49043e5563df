// One workload against one endpoint, from the creation of its table to the verdict.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/load/load.h"
#include "bench/report/bench_report.h"
#include "bench/runner/bench_options.h"
#include "conformance/runner/tables.h"

namespace holdfast::bench {

// Not thread-safe, except for progress(), which any thread may call while another method runs. The destructor deletes
// the table.
class Trial {
 public:
  // Creates and fills the table. `trial_tag` must be unique to this trial: it is a part of the table's name.
  // Throws conformance::SetupFailed.
  Trial(const BenchOptions& options, const WorkloadRow& row, const conformance::EndpointUrl& url,
        const std::string& trial_tag);

  // Must be called once, before Measure, also if the warm-up has no length. The operations of the warm-up are excluded
  // from the metrics, but included in the check of the invariant.
  void WarmUp();
  void Measure(Nanoseconds length);
  // Checks the invariant, unless the run was interrupted, and returns the result. Must be called once, after the last
  // Measure. Throws conformance::SetupFailed.
  EndpointResult Finish();

  const Progress& progress() const { return load_->progress(); }

 private:
  const Nanoseconds warm_up_;
  const int threads_;
  conformance::Client client_;
  conformance::TableSet tables_;
  std::unique_ptr<Workload> workload_;
  std::optional<Load> load_;
  EndpointResult result_;
  Claims claims_;
  // The workload's counters (Workload::Details) at the end of the warm-up; Finish subtracts them.
  std::vector<std::pair<std::string, int64_t>> details_before_;
  Nanoseconds measured_{0};
  // With the time after each window in which operations still ran.
  Nanoseconds running_{0};
};

}  // namespace holdfast::bench
