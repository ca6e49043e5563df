// Retries of requests that failed with a transaction conflict, and the check that a request failed for an expected
// reason.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// Retries while another transaction conflicts, after random pauses of growing length, but not if a condition failed,
// too. Returns the last response, which is still a conflict if the attempts are exhausted.
template <typename Attempt>
Response RetryWhileConflicted(Client& client, const Attempt& attempt) {
  constexpr int kAttemptsMax = 12;
  for (int i = 1;; ++i) {
    Response response = attempt();
    if (!response.Conflicted() || response.ConditionFailed() || i == kAttemptsMax) return response;
    std::this_thread::sleep_for(std::chrono::microseconds(client.RandomBelow(500 << std::min(i, 6))));
  }
}

// Returns the response, but throws SetupFailed if it is a refusal for another reason than a failed condition or a
// conflict, the two that contending clients can cause.
inline Response ExpectOnlyContentionRefusals(Response response) {
  const bool refused = response.outcome() == Response::Outcome::kRefused;
  return refused && !response.ConditionFailed() && !response.Conflicted() ? Require(std::move(response)) : response;
}

}  // namespace holdfast::conformance
