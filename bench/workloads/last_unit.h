// Conditional decrement, as in a shop: `SET availableQty = availableQty - :one, reservedQty = reservedQty + :one` if
// there is one left. When a product is sold out, the next goes on sale.
//
// A product that no client has bought yet is not stored; `if_not_exists` in the expression supplies its initial stock.
// So a run can sell as much as the endpoint can handle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/load/workload.h"
#include "bench/workloads/on_sale.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

class LastUnit : public Workload {
 public:
  explicit LastUnit(WorkloadOptions options);

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override;
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override;

 private:
  class Buyer;

  const WorkloadOptions options_;
  OnSale on_sale_;
};

// The violations in a table of products with `stock` units each: a negative number available, units neither available
// nor reserved, more or fewer reserved than acknowledged.
std::vector<std::string> StockViolations(const std::vector<conformance::Item>& table, int64_t stock,
                                         const Claims& claims);

}  // namespace holdfast::bench
