#include "conformance/systems/attempt_outcome.h"

#include <algorithm>
#include <string_view>

namespace holdfast::conformance {
namespace {

bool IsAllowed(std::string_view code, AllowedReason allowed) {
  if (code == "ConditionalCheckFailed") return allowed == AllowedReason::kConditionOrConflict;
  if (code == "TransactionConflict") return allowed != AllowedReason::kNone;
  // `None`, and codes that no other client causes, such as ThrottlingError.
  return true;
}

}  // namespace

AttemptOutcome AttemptOutcomeOf(const Response& response) {
  ExpectOnlyContentionRefusals(response);
  if (response.ok()) return AttemptOutcome::kDone;
  if (response.unknown()) return AttemptOutcome::kUnknown;
  return response.ConditionFailed() ? AttemptOutcome::kRefused : AttemptOutcome::kConflicted;
}

std::string Contradiction(AttemptOutcome outcome, bool is_there) {
  if (outcome == AttemptOutcome::kDone && !is_there) return "was accepted and is not there";
  if (!MayHaveHappened(outcome) && is_there) return "was refused and is there all the same";
  return "";
}

size_t CountOf(const std::vector<AttemptOutcome>& outcomes, AttemptOutcome outcome) {
  return static_cast<size_t>(std::count(outcomes.begin(), outcomes.end(), outcome));
}

bool AllRefused(const std::vector<AttemptOutcome>& outcomes) {
  return std::all_of(outcomes.begin(), outcomes.end(), [](AttemptOutcome outcome) {
    return outcome == AttemptOutcome::kRefused || outcome == AttemptOutcome::kNotTried;
  });
}

std::string WrongReasons(const Response& response, const std::vector<AllowedReason>& allowed) {
  if (!response.ConditionFailed() && !response.Conflicted()) return "";
  const std::vector<std::string> codes = response.CancellationCodes();
  std::string all;
  for (const std::string& code : codes) all += (all.empty() ? "" : ", ") + code;
  if (codes.size() != allowed.size()) {
    return "a transaction of " + std::to_string(allowed.size()) + " actions was refused with " + response.error() +
           " and the reasons [" + all + "]";
  }
  for (size_t i = 0; i < codes.size(); ++i) {
    if (!IsAllowed(codes[i], allowed[i])) return "a cancelled transaction blamed the wrong action: [" + all + "]";
  }
  return "";
}

}  // namespace holdfast::conformance
