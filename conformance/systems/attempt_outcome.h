// What became of something that one of many contending clients attempted, as far as that client can know.
#pragma once

#include <vector>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

enum class AttemptOutcome {
  kNotTried,
  kDone,
  kRefused,     // its condition failed
  kConflicted,  // other transactions stood in the way for too long; nothing was carried out
  kUnknown,     // it may have been carried out, now or later
};

// Throws SetupFailed where it was refused for anything else than a condition or another transaction.
AttemptOutcome AttemptOutcomeOf(const Response& response);

inline bool MayHaveHappened(AttemptOutcome outcome) {
  return outcome == AttemptOutcome::kDone || outcome == AttemptOutcome::kUnknown;
}
size_t CountOf(const std::vector<AttemptOutcome>& outcomes, AttemptOutcome outcome);
// False where everybody's condition failed: so it was for nobody to have.
bool AnyNotRefused(const std::vector<AttemptOutcome>& outcomes);

}  // namespace holdfast::conformance
