// What a careful client does with an answer that is neither yes nor no to what it asked.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

// Calls again while another transaction stands in the way, which only says that the two met; with a pause, like the
// SDKs. The last reply, which may still be such a conflict where the others do not let go.
template <typename Attempt>
Response RetryWhileConflicted(Client& client, const Attempt& attempt) {
  constexpr int kAttemptsMax = 12;
  for (int i = 1;; ++i) {
    Response response = attempt();
    if (!response.Conflicted() || response.ConditionFailed() || i == kAttemptsMax) return response;
    std::this_thread::sleep_for(std::chrono::microseconds(client.Below(500 << std::min(i, 6))));
  }
}

// A refusal is expected only where a condition failed or others were in the way. Throws SetupFailed at any other.
inline Response ExpectRefusalsByOthers(Response response) {
  const bool refused = response.outcome() == Response::Outcome::kRefused;
  return refused && !response.ConditionFailed() && !response.Conflicted() ? Require(std::move(response)) : response;
}

}  // namespace holdfast::conformance
