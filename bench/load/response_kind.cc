#include "bench/load/response_kind.h"

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

constexpr size_t kComplaintBytesMax = 200;

bool IsThrottling(const conformance::Response& response) {
  return response.status() == 429 ||
         std::find(kThrottlingErrors.begin(), kThrottlingErrors.end(), response.error()) != kThrottlingErrors.end();
}

// A transaction that was cancelled because of both a conflict and a false condition does not count as a conflict.
bool IsConflict(const conformance::Response& response) { return response.Conflicted() && !response.ConditionFailed(); }

// A transaction can be cancelled because one of its actions was throttled. The SDKs do not retry it, so its kind is
// kFinal; its outcome is kThrottled all the same.
bool CancelledForThrottling(const conformance::Response& response) {
  const auto codes = response.CancellationCodes();
  return std::any_of(codes.begin(), codes.end(), [](const std::string& code) {
    return code == "ThrottlingError" || code == "ProvisionedThroughputExceeded";
  });
}

}  // namespace

ResponseKind KindOf(const conformance::Response& response) {
  if (response.ok()) return ResponseKind::kSuccess;
  if (IsThrottling(response)) return ResponseKind::kThrottling;
  if (IsConflict(response)) return ResponseKind::kConflict;
  const int status = response.status();
  const bool transient = status == 0 || status == 500 || status == 502 || status == 503 || status == 504;
  return transient ? ResponseKind::kTransient : ResponseKind::kFinal;
}

Outcome OutcomeOf(const conformance::Response& response) {
  if (response.ok()) return Outcome::kSucceeded;
  if (response.ConditionFailed()) return Outcome::kRefusedByCondition;
  if (response.Conflicted()) return Outcome::kRefusedByConflict;
  if (IsThrottling(response) || CancelledForThrottling(response)) return Outcome::kThrottled;
  return response.unknown() ? Outcome::kUnknown : Outcome::kFailed;
}

std::string ComplaintOf(const conformance::Response& response) {
  const Outcome outcome = OutcomeOf(response);
  if (outcome == Outcome::kSucceeded || IsRefusal(outcome)) return "";
  std::string complaint = response.error() + ": " + response.message();
  if (complaint.size() > kComplaintBytesMax) complaint.resize(kComplaintBytesMax);
  return complaint;
}

}  // namespace holdfast::bench
