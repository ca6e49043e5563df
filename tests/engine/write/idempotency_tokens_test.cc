#include "engine/write/idempotency_tokens.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'000'000);
constexpr absl::Duration kMoment = absl::Nanoseconds(1);

// `run`, `replay <first table>`, or the error's name.
std::string Begun(IdempotencyTokens& tokens, std::string_view token, uint64_t fingerprint, absl::Time now) {
  const auto answer = tokens.Begin(token, fingerprint, now);
  if (!answer.ok()) return std::string(NameOf(answer.error().kind));
  return answer->has_value() ? "replay " + (*answer)->front().first : "run";
}

TEST(IdempotencyTokens, TheTextsAreTheServices) {
  IdempotencyTokens tokens;
  ASSERT_EQ(Outcome(tokens.Begin("t", 1, kStart)), "ok");
  EXPECT_EQ(Outcome(tokens.Begin("t", 1, kStart)),
            "TransactionInProgress: The transaction with the given request token is already in progress.");
  EXPECT_EQ(Outcome(tokens.Begin("t", 2, kStart)),
            "IdempotentParameterMismatch: DynamoDB rejected the request because you retried a request with a "
            "different "
            "payload but with an idempotent token that was already used.");
}

TEST(IdempotencyTokens, WhileItRunsItIsInProgress) {
  IdempotencyTokens tokens;
  EXPECT_EQ(Begun(tokens, "t", 1, kStart), "run");
  EXPECT_EQ(Begun(tokens, "t", 1, kStart), "TransactionInProgress");
  EXPECT_EQ(Begun(tokens, "u", 1, kStart), "run") << "another token";
  EXPECT_EQ(Begun(tokens, "t", 1, kStart + absl::Hours(1)), "TransactionInProgress") << "however long it runs";
  tokens.Finish("t", {{"Table", 7}}, kStart + absl::Hours(1));
  EXPECT_EQ(Begun(tokens, "t", 1, kStart + absl::Hours(1)), "replay Table");
  EXPECT_EQ(Begun(tokens, "t", 2, kStart + absl::Hours(1)), "IdempotentParameterMismatch");
}

TEST(IdempotencyTokens, TheWindowBeginsWhenItFinishes) {
  IdempotencyTokens tokens;
  ASSERT_EQ(Begun(tokens, "t", 1, kStart), "run");
  const absl::Time finished = kStart + absl::Minutes(3);
  tokens.Finish("t", {{"Table", 7}}, finished);
  EXPECT_EQ(Begun(tokens, "t", 1, finished + absl::Minutes(10) - kMoment), "replay Table");
  EXPECT_EQ(Begun(tokens, "t", 2, finished + absl::Minutes(10)), "run") << "any request may use it now";
  tokens.Finish("t", {{"Second", 7}}, finished + absl::Minutes(11));
  EXPECT_EQ(Begun(tokens, "t", 2, finished + absl::Minutes(11)), "replay Second");
  EXPECT_EQ(Begun(tokens, "t", 2, finished + absl::Minutes(21) - kMoment), "replay Second");
  EXPECT_EQ(Begun(tokens, "t", 2, finished + absl::Minutes(21)), "run");
}

TEST(IdempotencyTokens, AFailedTransactionIsForgotten) {
  IdempotencyTokens tokens;
  ASSERT_EQ(Begun(tokens, "t", 1, kStart), "run");
  tokens.Forget("t");
  EXPECT_EQ(tokens.size(), 0u);
  EXPECT_EQ(Begun(tokens, "t", 2, kStart), "run");
}

TEST(IdempotencyTokens, OldOnesTakeNoSpace) {
  IdempotencyTokens tokens;
  for (int i = 0; i < 10'000; ++i) {
    const absl::Time now = kStart + absl::Seconds(i);
    ASSERT_EQ(Begun(tokens, std::to_string(i), 1, now), "run");
    tokens.Finish(std::to_string(i), {{"Table", 7}}, now);
    // Those of the last ten minutes, and a few of before that are still to be dropped.
    ASSERT_LT(tokens.size(), 800u);
  }
  const absl::Time now = kStart + absl::Seconds(9'999);
  const IdempotencyTokens copy(tokens);
  for (IdempotencyTokens remembered : {tokens, copy}) {
    for (int i = 9'400; i < 10'000; ++i) EXPECT_EQ(Begun(remembered, std::to_string(i), 1, now), "replay Table") << i;
    for (int i = 9'000; i < 9'400; ++i) EXPECT_EQ(Begun(remembered, std::to_string(i), 1, now), "run") << i;
  }
}

TEST(IdempotencyTokens, OfManyThreadsOneRuns) {
  IdempotencyTokens tokens;
  std::atomic<int> running = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        if (Begun(tokens, std::to_string(i), 1, kStart) == "run") ++running;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(running, 500);
}

}  // namespace
}  // namespace holdfast::testing
