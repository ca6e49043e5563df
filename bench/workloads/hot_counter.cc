// All clients increment one item: `ADD hits :one`, without a condition. No operation is refused; the measured cost is
// that of executing the increments one after the other.
#include <utility>

#include "bench/workloads/violation_summary.h"
#include "bench/workloads/workloads.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

conformance::Item CounterKey() { return {{"pk", conformance::S("COUNTER")}, {"sk", conformance::S("#METADATA")}}; }

class CountingActor : public Actor {
 public:
  explicit CountingActor(std::string request) : request_(std::move(request)) {}

  RequestStep Begin(TimePoint) override { return {.operation = "UpdateItem", .body = request_, .pause = {}}; }
  NextStep Continue(const conformance::Response& response, TimePoint) override { return CompletionOf(response); }

 private:
  const std::string request_;
};

class HotCounter : public Workload {
 public:
  explicit HotCounter(std::string table) : table_(std::move(table)) {}

  void Prepare(conformance::Client& client) override {
    conformance::Item counter = CounterKey();
    counter["hits"] = conformance::N(0);
    Require(client.PutItem({.table = table_, .item = counter}));
  }

  std::unique_ptr<Actor> MakeActor(int, uint64_t) override {
    return std::make_unique<CountingActor>(ToJson(conformance::UpdateItemRequest{
        .table = table_, .key = CounterKey(), .update = "ADD hits :one", .values = {{":one", conformance::N(1)}}}));
  }

  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override {
    const conformance::Response response = Require(client.GetItem({.table = table_, .key = CounterKey()}));
    return CounterViolations(conformance::NumberOf(response.item().value_or(conformance::Item()), "hits"), claims);
  }

 private:
  const std::string table_;
};

}  // namespace

std::unique_ptr<Workload> MakeHotCounter(const WorkloadOptions& options) {
  return std::make_unique<HotCounter>(options.table);
}

std::vector<std::string> CounterViolations(int64_t hits, const Claims& claims) {
  ViolationSummary summary;
  summary.CompareWithClaims(hits, claims, "hits");
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
