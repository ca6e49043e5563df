#include "bench/workloads/last_unit.h"

#include <optional>
#include <utility>

#include "bench/workloads/violation_summary.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::N;
using conformance::NumberOf;
using conformance::S;

constexpr size_t kTheOnlyKind = 0;

}  // namespace

class LastUnit::Buyer : public Actor {
 public:
  explicit Buyer(LastUnit* workload) : workload_(*workload) {}

  RequestStep Begin(TimePoint now) override {
    product_ = workload_.on_sale_.CurrentNumber(kTheOnlyKind, now);
    conformance::UpdateItemRequest request;
    request.table = workload_.options_.table;
    request.key = {{"pk", S("PRODUCT#" + std::to_string(product_))}, {"sk", S("#STOCK")}};
    request.update =
        "SET availableQty = if_not_exists(availableQty, :stock) - :one, "
        "reservedQty = if_not_exists(reservedQty, :none) + :one";
    request.condition = "attribute_not_exists(availableQty) OR availableQty >= :one";
    request.values = {{":one", N(1)}, {":none", N(0)}, {":stock", N(workload_.options_.stock)}};
    request.return_values = "UPDATED_NEW";
    return {.operation = "UpdateItem", .body = ToJson(request), .pause = {}};
  }

  NextStep Continue(const conformance::Response& response, TimePoint now) override {
    Completion completion = CompletionOf(response);
    const bool took_the_last =
        completion.outcome == Outcome::kGot && NumberOf(response.attributes(), "availableQty") <= 0;
    if (took_the_last || completion.outcome == Outcome::kRefusedByCondition) {
      completion.decided_after = workload_.on_sale_.MarkSold(kTheOnlyKind, product_, now);
    }
    return completion;
  }

 private:
  LastUnit& workload_;
  int64_t product_ = 0;
};

LastUnit::LastUnit(WorkloadOptions options) : options_(std::move(options)), on_sale_(1) {}

std::unique_ptr<Actor> LastUnit::MakeActor(int, uint64_t) { return std::make_unique<Buyer>(this); }

std::vector<std::string> LastUnit::Verify(conformance::Client& client, const Claims& claims) {
  return StockViolations(client.ScanAll({.table = options_.table, .consistent = true}), options_.stock, claims);
}

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
