#include "conformance/faulty/faults/stale_reads.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {
namespace {

using Time = std::chrono::steady_clock::time_point;

// From this number of cached responses on, those that are too old are removed before another one is added.
constexpr size_t kEvictionThreshold = 4'096;

bool HasConsistentRead(const Json& request) {
  const Json* const consistent = Member(request, "ConsistentRead");
  return consistent != nullptr && consistent->IsTrue();
}

class StaleReads final : public Fault {
 public:
  StaleReads(uint64_t seed, double rate, SteadyNow now) : random_(seed), rate_(rate), now_(std::move(now)) {}

  Response Handle(const Request& request, Endpoint* endpoint) override {
    if (!IsConsistentRead(request)) return endpoint->Send(request);
    const std::optional<Response> cached_response = random_.Bernoulli(rate_) ? FindCached(request) : std::nullopt;
    if (cached_response.has_value()) return *cached_response;
    // The response may show the state at the time when the request was sent, so its age counts from then.
    const Time sent_at = now_();
    Response response = endpoint->Send(request);
    if (response.ok()) Cache(request, response, sent_at);
    return response;
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  struct CachedResponse {
    Response response;
    Time sent_at;
  };

  static Key KeyOf(const Request& request) { return {request.caller, request.target, request.body}; }

  std::optional<Response> FindCached(const Request& request) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto cached = cache_.find(KeyOf(request));
    if (cached == cache_.end() || now_() - cached->second.sent_at > kCachedAgeMax) return std::nullopt;
    return cached->second.response;
  }

  void Cache(const Request& request, const Response& response, Time sent_at) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (cache_.size() >= kEvictionThreshold) {
      std::erase_if(cache_, [sent_at](const auto& entry) { return sent_at - entry.second.sent_at > kCachedAgeMax; });
    }
    cache_.insert_or_assign(KeyOf(request), CachedResponse{.response = response, .sent_at = sent_at});
  }

  SeededRandom random_;
  const double rate_;
  const SteadyNow now_;
  // Guards the map.
  std::mutex mutex_;
  std::map<Key, CachedResponse> cache_;
};

}  // namespace

bool IsConsistentRead(const Request& request) {
  const std::string_view operation = request.operation();
  if (operation == "TransactGetItems") return true;
  const rapidjson::Document body = ParseJson(request.body);
  if (operation == "GetItem" || operation == "Query" || operation == "Scan") return HasConsistentRead(body);
  const Json* const tables = operation == "BatchGetItem" ? Member(body, "RequestItems") : nullptr;
  return tables != nullptr && tables->IsObject() &&
         std::any_of(tables->MemberBegin(), tables->MemberEnd(),
                     [](const auto& table) { return HasConsistentRead(table.value); });
}

std::unique_ptr<Fault> MakeStaleReads(uint64_t seed, double rate, SteadyNow now) {
  return std::make_unique<StaleReads>(seed, rate, std::move(now));
}

}  // namespace holdfast::conformance::faulty
