// The outcome of an attempt by one of several contending clients, as far as that client can know it, and the reasons of
// a transaction that lost.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/race.h"

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

// The reasons allowed at one position of a cancelled transaction; None is always allowed.
enum class Reason { kNone, kConflict, kConditionOrConflict };

// Checks that the reasons are one for each action, and allowed. Empty if they are, and if the response is no refusal
// for a condition or a conflict.
std::string WrongReasons(const Response& response, const std::vector<Reason>& allowed);

// Sends a transaction, again while it conflicts, and reports reasons that are not allowed as a violation about the key
// `about`. kNone is for actions on items that no other client writes: a second attempt may still conflict there with the
// first one's locks.
template <typename Send>
AttemptOutcome Contend(Round& round, Client& client, std::vector<Reason> allowed, const std::string& about,
                       const Send& send) {
  return AttemptOutcomeOf(RetryWhileConflicted(client, [&] {
    const Response response = send();
    const std::string wrong = WrongReasons(response, allowed);
    if (!wrong.empty()) round.ReportViolation(wrong, {about});
    std::replace(allowed.begin(), allowed.end(), Reason::kNone, Reason::kConflict);
    return response;
  }));
}

}  // namespace holdfast::conformance
