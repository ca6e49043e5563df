// The outcome of an attempt by one of several contending clients, as far as that client can know it.
#pragma once

#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

enum class AttemptOutcome {
  kNotTried,
  kDone,
  kRefused,     // its condition failed
  kConflicted,  // conflicts with other transactions exhausted the retries; not carried out
  kUnknown,     // it may have been carried out, now or later
};

// Throws SetupFailed if it was refused for another reason than a condition or a conflict.
AttemptOutcome AttemptOutcomeOf(const Response& response);

inline bool MayHaveHappened(AttemptOutcome outcome) {
  return outcome == AttemptOutcome::kDone || outcome == AttemptOutcome::kUnknown;
}
size_t CountOf(const std::vector<AttemptOutcome>& outcomes, AttemptOutcome outcome);
// False if every attempt that was made was refused by its condition. That is legitimate only if the item was available
// to no client.
bool AnyNotRefused(const std::vector<AttemptOutcome>& outcomes);

}  // namespace holdfast::conformance
