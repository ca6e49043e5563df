#include "conformance/systems/attempt_outcome.h"

#include <algorithm>

#include "conformance/runner/attempts.h"

namespace holdfast::conformance {

AttemptOutcome AttemptOutcomeOf(const Response& response) {
  ExpectRefusalsByOthers(response);
  if (response.ok()) return AttemptOutcome::kDone;
  if (response.unknown()) return AttemptOutcome::kUnknown;
  return response.ConditionFailed() ? AttemptOutcome::kRefused : AttemptOutcome::kConflicted;
}

size_t CountOf(const std::vector<AttemptOutcome>& outcomes, AttemptOutcome outcome) {
  return static_cast<size_t>(std::count(outcomes.begin(), outcomes.end(), outcome));
}

bool AnyNotRefused(const std::vector<AttemptOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(), [](AttemptOutcome outcome) {
    return MayHaveHappened(outcome) || outcome == AttemptOutcome::kConflicted;
  });
}

}  // namespace holdfast::conformance
