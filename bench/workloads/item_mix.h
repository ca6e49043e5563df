// Reads and writes with little contention: the cost of getting, putting, and querying ten items.
//
//   pk             sk          attributes
//   CUSTOMER#<n>   ORDER#<0-9>  version, and a filler that is made from it
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "bench/load/workload.h"
#include "bench/load/zipf.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

// Shares of the operations; what is left of 1 are queries.
struct Mix {
  double gets = 0;
  double puts = 0;
};

class ItemMix : public Workload {
 public:
  ItemMix(WorkloadOptions options, Mix mix);

  void Prepare(conformance::Client& client) override;
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override;
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override;

 private:
  class Shopper;

  const WorkloadOptions options_;
  const Mix mix_;
  const Zipf popularity_;
  std::atomic<int64_t> torn_reads_ = 0;
};

// The item with this number, as a put of this version writes it.
conformance::Item MixItem(int64_t number, int64_t version, int bytes);
// The violations in a table that should have `items` items: each must equal some put of it, not a mixture of two.
std::vector<std::string> MixViolations(const std::vector<conformance::Item>& table, int64_t items);

}  // namespace holdfast::bench
