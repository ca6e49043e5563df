#include "bench/load/answer_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace holdfast::bench {
namespace {

constexpr std::array<std::string_view, 7> kThrottlingErrors = {
    "ThrottlingException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "TooManyRequestsException",
    "TransactionInProgressException",
    "LimitExceededException",
    "Throttling",
};

constexpr size_t kComplaintMax = 200;  // characters

bool IsThrottling(const conformance::Reply& reply) {
  return reply.status() == 429 ||
         std::find(kThrottlingErrors.begin(), kThrottlingErrors.end(), reply.error()) != kThrottlingErrors.end();
}

// Nobody has changed anything yet where the answer is a conflict and no condition was found to be false.
bool IsConflict(const conformance::Reply& reply) { return reply.Conflicted() && !reply.ConditionFailed(); }

// A transaction can be cancelled because one of its actions was throttled.
bool CancelledForThrottling(const conformance::Reply& reply) {
  const auto codes = reply.CancellationCodes();
  return std::any_of(codes.begin(), codes.end(), [](const std::string& code) {
    return code == "ThrottlingError" || code == "ProvisionedThroughputExceeded";
  });
}

}  // namespace

AnswerKind KindOf(const conformance::Reply& reply) {
  if (reply.ok()) return AnswerKind::kSuccess;
  if (IsThrottling(reply)) return AnswerKind::kThrottling;
  if (IsConflict(reply)) return AnswerKind::kConflict;
  const int status = reply.status();
  const bool transient = status == 0 || status == 500 || status == 502 || status == 503 || status == 504;
  return transient ? AnswerKind::kTransient : AnswerKind::kFinal;
}

Outcome OutcomeOf(const conformance::Reply& reply) {
  if (reply.ok()) return Outcome::kGot;
  if (reply.ConditionFailed()) return Outcome::kRefusedByCondition;
  if (reply.Conflicted()) return Outcome::kRefusedByConflict;
  if (IsThrottling(reply) || CancelledForThrottling(reply)) return Outcome::kThrottled;
  return reply.unknown() ? Outcome::kUnknown : Outcome::kFailed;
}

std::string ComplaintOf(const conformance::Reply& reply) {
  const Outcome outcome = OutcomeOf(reply);
  if (outcome == Outcome::kGot || IsRefusal(outcome)) return "";
  std::string complaint = reply.error() + ": " + reply.message();
  if (complaint.size() > kComplaintMax) complaint.resize(kComplaintMax);
  return complaint;
}

}  // namespace holdfast::bench
