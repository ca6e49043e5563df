// What one client of a workload does, as a script: it says what to send, is told the answer, and says how it goes on.
// Sending, retrying and measuring are not its business.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bench/load/response_kind.h"
#include "bench/measure/clock.h"
#include "bench/measure/metrics.h"
#include "conformance/wire/response.h"

namespace holdfast::bench {

// A request, after a pause that the client takes of its own will. No latency includes it; the first step of an
// operation has none.
struct RequestStep {
  std::string_view operation;  // a literal
  std::string body;
  Nanoseconds pause{0};
};

// The operation is over.
struct Completion {
  Outcome outcome = Outcome::kFailed;
  // This client settled what others wanted too, so long after the first of them wanted it.
  std::optional<Nanoseconds> decided_after = {};
  std::string complaint = {};
};

using NextStep = std::variant<RequestStep, Completion>;

// Not thread-safe; one for each client.
class Actor {
 public:
  virtual ~Actor() = default;

  // A new operation.
  virtual RequestStep Begin(TimePoint now) = 0;
  // The final answer to the last step, after whatever retries it took.
  virtual NextStep Continue(const conformance::Response& response, TimePoint now) = 0;
};

// The ending that the answer itself tells.
inline Completion CompletionOf(const conformance::Response& response) {
  return {.outcome = OutcomeOf(response), .decided_after = {}, .complaint = ComplaintOf(response)};
}

}  // namespace holdfast::bench
