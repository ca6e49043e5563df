#include "bench/workloads/hot_counter.h"

#include <utility>

#include "bench/workloads/violation_summary.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

conformance::Item CounterKey() { return {{"pk", conformance::S("COUNTER")}, {"sk", conformance::S("#METADATA")}}; }

class Counting : public Actor {
 public:
  explicit Counting(std::string request) : request_(std::move(request)) {}

  RequestStep Begin(TimePoint) override { return {.operation = "UpdateItem", .body = request_, .pause = {}}; }
  NextStep Continue(const conformance::Response& response, TimePoint) override { return CompletionOf(response); }

 private:
  const std::string request_;
};

}  // namespace

HotCounter::HotCounter(WorkloadOptions options) : options_(std::move(options)) {}

void HotCounter::Prepare(conformance::Client& client) {
  conformance::Item counter = CounterKey();
  counter["hits"] = conformance::N(0);
  Require(client.PutItem({.table = options_.table, .item = counter}));
}

std::unique_ptr<Actor> HotCounter::MakeActor(int, uint64_t) {
  conformance::UpdateItemRequest request;
  request.table = options_.table;
  request.key = CounterKey();
  request.update = "ADD hits :one";
  request.values = {{":one", conformance::N(1)}};
  return std::make_unique<Counting>(ToJson(request));
}

std::vector<std::string> HotCounter::Verify(conformance::Client& client, const Claims& claims) {
  const conformance::Response response = Require(client.GetItem({.table = options_.table, .key = CounterKey()}));
  return CounterViolations(conformance::NumberOf(response.item().value_or(conformance::Item()), "hits"), claims);
}

std::vector<std::string> CounterViolations(int64_t hits, const Claims& claims) {
  ViolationSummary summary;
  summary.CompareWithClaims(hits, claims, "hits");
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
