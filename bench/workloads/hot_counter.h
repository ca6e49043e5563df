// All clients increment one item: `ADD hits :one`, without a condition. No operation is refused; the measured cost is
// that of serialisation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/load/workload.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

class HotCounter : public Workload {
 public:
  explicit HotCounter(WorkloadOptions options);

  void Prepare(conformance::Client& client) override;
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override;
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override;

 private:
  const WorkloadOptions options_;
};

// The violations of a counter whose value is `hits`.
std::vector<std::string> CounterViolations(int64_t hits, const Claims& claims);

}  // namespace holdfast::bench
