// The outcome of a contending client's attempt, according to its response, and the check of the cancellation reasons of
// its transaction.
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
  kConflicted,  // the last try conflicted with another transaction; not carried out
  kUnknown,     // it may have been carried out, now or later
};

// Throws SetupFailed if the request was refused for another reason than a condition or a conflict.
AttemptOutcome AttemptOutcomeOf(const Response& response);

inline bool MayHaveHappened(AttemptOutcome outcome) {
  return outcome == AttemptOutcome::kDone || outcome == AttemptOutcome::kUnknown;
}
// How the existence of an item that only this attempt puts contradicts the outcome, "was accepted and is not there", or
// an empty string.
std::string Contradiction(AttemptOutcome outcome, bool is_there);
size_t CountOf(const std::vector<AttemptOutcome>& outcomes, AttemptOutcome outcome);
// True if the condition of every attempt that was made failed. That is a violation if the item was available at the
// beginning.
bool AllRefused(const std::vector<AttemptOutcome>& outcomes);

// The cancellation reasons that are allowed for one action of a transaction. None, and reasons that no other client
// causes, such as ThrottlingError, are always allowed.
enum class AllowedReason { kNone, kConflict, kConditionOrConflict };

// Checks the response only if it is a refusal because of a condition or a conflict. Returns a sentence if it does not
// have one cancellation reason for each action, or has a reason that is not allowed; otherwise an empty string.
std::string WrongReasons(const Response& response, const std::vector<AllowedReason>& allowed);

// Sends a transaction, retries it while it conflicts, and reports reasons that are not allowed as a violation about the
// key `about`. kNone is for actions on items that no other client writes. From the second attempt on, such an action
// may also conflict, with locks of an earlier attempt.
template <typename Send>
AttemptOutcome Contend(Round& round, Client& client, std::vector<AllowedReason> allowed, const std::string& about,
                       const Send& send) {
  return AttemptOutcomeOf(RetryWhileConflicted(client, [&] {
    const Response response = send();
    const std::string wrong = WrongReasons(response, allowed);
    if (!wrong.empty()) round.ReportViolation(wrong, {about});
    std::replace(allowed.begin(), allowed.end(), AllowedReason::kNone, AllowedReason::kConflict);
    return response;
  }));
}

}  // namespace holdfast::conformance
