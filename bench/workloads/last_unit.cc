// Conditional decrement, as in a shop: `SET availableQty = availableQty - :one, reservedQty = reservedQty + :one` if
// there is one left. When a product is sold out, the next goes on sale.
//
// A product that no client has bought yet is not stored; `if_not_exists` in the expression supplies its initial stock.
// So a run can sell as much as the endpoint can handle.
#include <utility>

#include "bench/workloads/on_sale.h"
#include "bench/workloads/violation_summary.h"
#include "bench/workloads/workloads.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::N;
using conformance::NumberOf;
using conformance::S;

constexpr size_t kTheOnlyKind = 0;

class Buyer : public Actor {
 public:
  Buyer(const WorkloadOptions* options, OnSale* on_sale) : options_(*options), on_sale_(*on_sale) {}

  RequestStep Begin(TimePoint now) override {
    product_ = on_sale_.CurrentNumber(kTheOnlyKind, now);
    const conformance::UpdateItemRequest request{
        .table = options_.table,
        .key = {{"pk", S("PRODUCT#" + std::to_string(product_))}, {"sk", S("#STOCK")}},
        .update =
            "SET availableQty = if_not_exists(availableQty, :stock) - :one, "
            "reservedQty = if_not_exists(reservedQty, :none) + :one",
        .condition = "attribute_not_exists(availableQty) OR availableQty >= :one",
        .values = {{":one", N(1)}, {":none", N(0)}, {":stock", N(options_.stock)}},
        .return_values = "UPDATED_NEW"};
    return {.operation = "UpdateItem", .body = ToJson(request), .pause = {}};
  }

  NextStep Continue(const conformance::Response& response, TimePoint now) override {
    Completion completion = CompletionOf(response);
    const bool took_the_last =
        completion.outcome == Outcome::kSucceeded && NumberOf(response.attributes(), "availableQty") <= 0;
    if (took_the_last || completion.outcome == Outcome::kRefusedByCondition) {
      completion.decided_after = on_sale_.MarkSold(kTheOnlyKind, product_, now);
    }
    return completion;
  }

 private:
  const WorkloadOptions& options_;
  OnSale& on_sale_;
  int64_t product_ = 0;
};

class LastUnit : public Workload {
 public:
  explicit LastUnit(WorkloadOptions options) : options_(std::move(options)), on_sale_(1) {}

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int, uint64_t) override { return std::make_unique<Buyer>(&options_, &on_sale_); }
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override {
    return StockViolations(client.ScanAll({.table = options_.table, .consistent = true}), options_.stock, claims);
  }

 private:
  const WorkloadOptions options_;
  OnSale on_sale_;
};

}  // namespace

std::unique_ptr<Workload> MakeLastUnit(const WorkloadOptions& options) { return std::make_unique<LastUnit>(options); }

std::vector<std::string> StockViolations(const std::vector<conformance::Item>& table, int64_t stock,
                                         const Claims& claims) {
  ViolationSummary summary;
  int64_t all_reserved = 0;
  for (const conformance::Item& product : table) {
    const std::string name = conformance::TextOf(product, "pk");
    const int64_t available = NumberOf(product, "availableQty");
    const int64_t reserved = NumberOf(product, "reservedQty");
    if (available < 0) summary.Add("Oversold: " + name + " has " + std::to_string(available) + " units available.");
    if (available + reserved != stock) {
      summary.Add(name + " had " + std::to_string(stock) + " units; now " + std::to_string(available) +
                  " are available and " + std::to_string(reserved) + " reserved.");
    }
    all_reserved += reserved;
  }
  summary.CompareWithClaims(all_reserved, claims, "units reserved");
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
