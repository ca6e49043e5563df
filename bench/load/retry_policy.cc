#include "bench/load/retry_policy.h"

#include <algorithm>
#include <cmath>

#include "bench/load/random.h"

namespace holdfast::bench {
namespace {

constexpr int kRefillWithoutRetry = 1;

}  // namespace

std::string_view RetryModeName(RetryMode mode) {
  switch (mode) {
    case RetryMode::kNone:
      return "none";
    case RetryMode::kStandard:
      return "standard";
    case RetryMode::kAdaptive:
      return "adaptive";
  }
  return "";
}

std::optional<RetryMode> ParseRetryMode(std::string_view name) {
  for (const RetryMode mode : {RetryMode::kNone, RetryMode::kStandard, RetryMode::kAdaptive}) {
    if (name == RetryModeName(mode)) return mode;
  }
  return std::nullopt;
}

RetryPolicy::RetryPolicy(const RetryRules& rules, uint64_t seed, TimePoint now)
    : rules_(rules), random_(seed), send_rate_(now), quota_left_(rules.quota) {}

Nanoseconds RetryPolicy::DelayBeforeSending(TimePoint now) {
  return rules_.mode == RetryMode::kAdaptive ? send_rate_.Acquire(now) : Nanoseconds(0);
}

std::optional<Nanoseconds> RetryPolicy::OnResponse(ResponseKind kind, int attempt, TimePoint now) {
  if (rules_.mode == RetryMode::kAdaptive) send_rate_.OnResponse(kind == ResponseKind::kThrottling, now);
  if (attempt == 1) last_cost_ = 0;
  if (kind == ResponseKind::kSuccess) {
    quota_left_ = std::min(rules_.quota, quota_left_ + (last_cost_ > 0 ? last_cost_ : kRefillWithoutRetry));
    return std::nullopt;
  }
  if (!IsRetried(kind) || attempt >= rules_.attempts_max) return std::nullopt;
  const int cost = kind == ResponseKind::kThrottling ? rules_.throttling_cost : rules_.transient_cost;
  if (cost > quota_left_) return std::nullopt;
  quota_left_ -= cost;
  last_cost_ = cost;
  return Backoff(kind, attempt);
}

bool RetryPolicy::IsRetried(ResponseKind kind) const {
  if (kind == ResponseKind::kConflict) return rules_.retry_conflicts;
  if (rules_.mode == RetryMode::kNone) return false;
  return kind == ResponseKind::kTransient || kind == ResponseKind::kThrottling;
}

Nanoseconds RetryPolicy::Backoff(ResponseKind kind, int attempt) {
  const Nanoseconds base = kind == ResponseKind::kThrottling ? rules_.throttling_base : rules_.transient_base;
  const double longest = std::min(std::ldexp(static_cast<double>(base.count()), attempt - 1),
                                  static_cast<double>(Nanoseconds(rules_.backoff_max).count()));
  return Nanoseconds(std::llround(UnitInterval(random_) * longest));
}

}  // namespace holdfast::bench
