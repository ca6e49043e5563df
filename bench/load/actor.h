// The behaviour of one client of a workload, as a state machine: it produces requests, receives the responses, and
// decides what follows. BenchClient sends, retries and measures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bench/load/response_kind.h"
#include "bench/measure/clock.h"
#include "bench/measure/metrics.h"
#include "conformance/client/response.h"

namespace holdfast::bench {

// A request that is sent after `pause`, a think time that latencies exclude. The first step of an operation has no
// pause.
struct RequestStep {
  std::string_view operation;  // of DynamoDB, such as "PutItem"; a string literal
  std::string body;
  Nanoseconds pause{0};
};

// The result of an operation that has ended.
struct Completion {
  Outcome outcome = Outcome::kFailed;
  // Set if this client was the first to see that a slot is sold or a product sold out: the time since a client first
  // tried for it.
  std::optional<Nanoseconds> decided_after = {};
  std::string complaint = {};
};

using NextStep = std::variant<RequestStep, Completion>;

// Not thread-safe; one for each client.
class Actor {
 public:
  virtual ~Actor() = default;

  // Begins an operation and returns its first request.
  virtual RequestStep Begin(TimePoint now) = 0;
  // `response` is the final response to the latest RequestStep, after all retries.
  virtual NextStep Continue(const conformance::Response& response, TimePoint now) = 0;
};

// The completion that follows from the response alone.
inline Completion CompletionOf(const conformance::Response& response) {
  return {.outcome = OutcomeOf(response), .decided_after = {}, .complaint = ComplaintOf(response)};
}

}  // namespace holdfast::bench
