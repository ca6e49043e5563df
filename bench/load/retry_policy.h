// The retry behaviour of AWS's SDKs. (AWS SDKs and Tools Reference Guide, "Retry behavior": the rules that all SDKs
// share since November 2026, with the values they use for DynamoDB.)
//
//   the n-th retry comes after   random number in [0, 1) × min(20 s, base × 2^(n-1))
//   and takes tokens out of a bucket of 500; a success puts tokens back
//
// SDKs do not retry conflicts between transactions; an application that wants retries does them itself.
// `retry_conflicts` simulates that.
#pragma once

#include <optional>
#include <random>
#include <string_view>

#include "bench/load/response_kind.h"
#include "bench/load/send_rate.h"

namespace holdfast::bench {

enum class RetryMode { kNone, kStandard, kAdaptive };
std::string_view RetryModeName(RetryMode mode);
std::optional<RetryMode> ParseRetryMode(std::string_view name);

// `attempts_max` includes the first attempt; quota and costs are tokens. With `retry_conflicts`, conflicts are retried
// in every mode, with the backoff and cost of a transient error.
struct RetryRules {
  RetryMode mode = RetryMode::kStandard;
  bool retry_conflicts = false;
  int attempts_max = 4;
  std::chrono::milliseconds transient_base{25};
  std::chrono::milliseconds throttling_base{1'000};
  std::chrono::milliseconds backoff_max{20'000};
  int quota = 500;
  int transient_cost = 14;
  int throttling_cost = 5;
};

// Belongs to one client, as in an SDK. Not thread-safe. The current time is passed in.
class RetryPolicy {
 public:
  RetryPolicy(const RetryRules& rules, uint64_t seed, TimePoint now);

  // To be called once before each attempt of a request, including the first: takes a token of the send rate, and
  // returns how long to delay the attempt. 0 except in the adaptive mode.
  Nanoseconds DelayBeforeSending(TimePoint now);
  // Handles the response to attempt number `attempt` (from 1). Returns the delay before the next attempt, or nothing if
  // this response is final.
  std::optional<Nanoseconds> OnResponse(ResponseKind kind, int attempt, TimePoint now);

  int quota_left() const { return quota_left_; }

 private:
  bool IsRetried(ResponseKind kind) const;
  Nanoseconds Backoff(ResponseKind kind, int attempt);

  const RetryRules rules_;
  std::mt19937_64 random_;
  SendRate send_rate_;
  int quota_left_;
  // Quota tokens spent by the latest retry of the current request.
  int last_cost_ = 0;
};

}  // namespace holdfast::bench
