// Retries after transaction conflicts, which neither accept nor refuse a request.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// Retries while another transaction conflicts, with a pause, like the SDKs. Returns the last response, which is still a
// conflict if the attempts are exhausted.
template <typename Attempt>
Response RetryWhileConflicted(Client& client, const Attempt& attempt) {
  constexpr int kAttemptsMax = 12;
  for (int i = 1;; ++i) {
    Response response = attempt();
    if (!response.Conflicted() || response.ConditionFailed() || i == kAttemptsMax) return response;
    std::this_thread::sleep_for(std::chrono::microseconds(client.Below(500 << std::min(i, 6))));
  }
}

// Throws SetupFailed for a refusal for any other reason than a failed condition or a conflict.
inline Response ExpectRefusalsByOthers(Response response) {
  const bool refused = response.outcome() == Response::Outcome::kRefused;
  return refused && !response.ConditionFailed() && !response.Conflicted() ? Require(std::move(response)) : response;
}

}  // namespace holdfast::conformance
