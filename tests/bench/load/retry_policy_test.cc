#include "bench/load/retry_policy.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kNow{};

RetryPolicy Policy(RetryMode mode, bool retry_conflicts = false) {
  RetryRules rules;
  rules.mode = mode;
  rules.retry_conflicts = retry_conflicts;
  return RetryPolicy(rules, 1, kNow);
}

TEST(RetryPolicy, AFailedConditionIsNeverRetried) {
  for (const RetryMode mode : {RetryMode::kNone, RetryMode::kStandard, RetryMode::kAdaptive}) {
    RetryPolicy policy = Policy(mode, true);
    EXPECT_FALSE(policy.OnResponse(ResponseKind::kFinal, 1, kNow).has_value()) << RetryModeName(mode);
  }
}

TEST(RetryPolicy, ModeNoneRetriesNothing) {
  RetryPolicy policy = Policy(RetryMode::kNone);
  EXPECT_FALSE(policy.OnResponse(ResponseKind::kTransient, 1, kNow).has_value());
  EXPECT_FALSE(policy.OnResponse(ResponseKind::kThrottling, 1, kNow).has_value());
}

TEST(RetryPolicy, StandardMakesFourAttempts) {
  RetryPolicy policy = Policy(RetryMode::kStandard);
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_TRUE(policy.OnResponse(ResponseKind::kTransient, attempt, kNow).has_value()) << attempt;
  }
  EXPECT_FALSE(policy.OnResponse(ResponseKind::kTransient, 4, kNow).has_value());
}

TEST(RetryPolicy, ConflictsAreRetriedOnlyIfTheRulesSaySo) {
  RetryPolicy standard = Policy(RetryMode::kStandard);
  EXPECT_FALSE(standard.OnResponse(ResponseKind::kConflict, 1, kNow).has_value());
  RetryPolicy with_conflicts = Policy(RetryMode::kNone, true);
  EXPECT_TRUE(with_conflicts.OnResponse(ResponseKind::kConflict, 1, kNow).has_value());
}

// A backoff is a random number in [0, 1) times a bound that doubles with each attempt, up to 20 s. So the longest of
// many backoffs comes close to the bound without reaching it.
Nanoseconds LongestBackoffOfMany(ResponseKind kind, int attempt) {
  RetryRules rules;
  rules.quota = 1'000'000'000;
  rules.attempts_max = 100;
  RetryPolicy policy(rules, 5, kNow);
  Nanoseconds longest(0);
  for (int i = 0; i < 2'000; ++i) longest = std::max(longest, *policy.OnResponse(kind, attempt, kNow));
  return longest;
}

TEST(RetryPolicy, BacksOffFurtherEachTimeWithFullJitter) {
  const struct {
    ResponseKind kind;
    int attempt;
    milliseconds bound;
  } cases[] = {
      {ResponseKind::kTransient, 1, milliseconds(25)},      {ResponseKind::kTransient, 2, milliseconds(50)},
      {ResponseKind::kTransient, 3, milliseconds(100)},     {ResponseKind::kThrottling, 1, milliseconds(1'000)},
      {ResponseKind::kThrottling, 3, milliseconds(4'000)},  {ResponseKind::kThrottling, 20, milliseconds(20'000)},
      {ResponseKind::kTransient, 60, milliseconds(20'000)},
  };
  for (const auto& one : cases) {
    const Nanoseconds longest = LongestBackoffOfMany(one.kind, one.attempt);
    EXPECT_LT(longest, one.bound) << one.bound.count();
    EXPECT_GT(longest, one.bound * 95 / 100) << one.bound.count();
  }
}

TEST(RetryPolicy, AnEmptyQuotaEndsRetries) {
  RetryPolicy policy = Policy(RetryMode::kStandard);
  int retries = 0;
  while (policy.OnResponse(ResponseKind::kTransient, 1, kNow).has_value()) ++retries;
  EXPECT_EQ(retries, 500 / 14);
  EXPECT_EQ(policy.quota_left(), 500 % 14);
  // The retry of a throttled request costs 5 tokens, and 10 are left.
  EXPECT_TRUE(policy.OnResponse(ResponseKind::kThrottling, 1, kNow).has_value());
  EXPECT_EQ(policy.quota_left(), 500 % 14 - 5);
}

TEST(RetryPolicy, ASuccessReturnsTheTokensOfItsRetry) {
  RetryPolicy policy = Policy(RetryMode::kStandard);
  policy.OnResponse(ResponseKind::kTransient, 1, kNow);
  EXPECT_EQ(policy.quota_left(), 486);
  policy.OnResponse(ResponseKind::kSuccess, 2, kNow);
  EXPECT_EQ(policy.quota_left(), 500);
  // A success without retries returns one token, up to the capacity of 500.
  policy.OnResponse(ResponseKind::kSuccess, 1, kNow);
  EXPECT_EQ(policy.quota_left(), 500);
  policy.OnResponse(ResponseKind::kThrottling, 1, kNow);
  policy.OnResponse(ResponseKind::kFinal, 2, kNow);
  policy.OnResponse(ResponseKind::kSuccess, 1, kNow);
  EXPECT_EQ(policy.quota_left(), 496);
}

TEST(RetryPolicy, OnlyAdaptiveDelaysRequestsAfterThrottling) {
  for (const RetryMode mode : {RetryMode::kNone, RetryMode::kStandard, RetryMode::kAdaptive}) {
    RetryPolicy policy = Policy(mode);
    TimePoint now = kNow;
    for (int i = 0; i < 100; ++i) policy.OnResponse(ResponseKind::kSuccess, 1, now += milliseconds(10));
    policy.OnResponse(ResponseKind::kThrottling, 1, now);
    Nanoseconds wait(0);
    for (int i = 0; i < 10; ++i) wait = policy.DelayBeforeSending(now);
    EXPECT_EQ(wait > Nanoseconds(0), mode == RetryMode::kAdaptive) << RetryModeName(mode);
  }
}

TEST(RetryPolicy, NamesAreParsedAndFormatted) {
  EXPECT_EQ(ParseRetryMode("adaptive"), RetryMode::kAdaptive);
  EXPECT_EQ(ParseRetryMode("none"), RetryMode::kNone);
  EXPECT_EQ(ParseRetryMode(RetryModeName(RetryMode::kStandard)), RetryMode::kStandard);
  EXPECT_FALSE(ParseRetryMode("legacy").has_value());
}

}  // namespace
}  // namespace holdfast::bench
