#include "engine/write/idempotency_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/held_latch.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'000'000);
constexpr absl::Duration kMoment = absl::Nanoseconds(1);

// Begins a transaction: `run`, `replay <first table of its record>`, or the name of the error.
std::string BeginOutcome(IdempotencyTokens& tokens, std::string_view token, uint64_t fingerprint, absl::Time now) {
  const auto response = tokens.Begin(token, fingerprint, now);
  if (!response.ok()) return std::string(NameOf(response.error().kind));
  return response->has_value() ? "replay " + (*response)->front().first : "run";
}

TEST(IdempotencyTokens, ErrorsHaveTheTextsOfDynamoDb) {
  IdempotencyTokens tokens;
  ASSERT_EQ(Outcome(tokens.Begin("t", 1, kStart)), "ok");
  EXPECT_EQ(Outcome(tokens.Begin("t", 1, kStart)),
            "TransactionInProgress: The transaction with the given request token is already in progress.");
  EXPECT_EQ(Outcome(tokens.Begin("t", 2, kStart)),
            "IdempotentParameterMismatch: DynamoDB rejected the request because you retried a request with a "
            "different "
            "payload but with an idempotent token that was already used.");
}

TEST(IdempotencyTokens, ATransactionIsInProgressUntilItsCommit) {
  IdempotencyTokens tokens;
  EXPECT_EQ(BeginOutcome(tokens, "t", 1, kStart), "run");
  EXPECT_EQ(BeginOutcome(tokens, "t", 1, kStart), "TransactionInProgress");
  EXPECT_EQ(BeginOutcome(tokens, "u", 1, kStart), "run") << "another token";
  EXPECT_EQ(BeginOutcome(tokens, "t", 1, kStart + absl::Hours(1)), "TransactionInProgress") << "however long it runs";
  tokens.Commit("t", {{"Table", 7}}, kStart + absl::Hours(1));
  EXPECT_EQ(BeginOutcome(tokens, "t", 1, kStart + absl::Hours(1)), "replay Table");
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, kStart + absl::Hours(1)), "IdempotentParameterMismatch");
}

TEST(IdempotencyTokens, TheWindowBeginsWhenTheTransactionFinishes) {
  IdempotencyTokens tokens;
  ASSERT_EQ(BeginOutcome(tokens, "t", 1, kStart), "run");
  const absl::Time finished = kStart + absl::Minutes(3);
  tokens.Commit("t", {{"Table", 7}}, finished);
  EXPECT_EQ(BeginOutcome(tokens, "t", 1, finished + absl::Minutes(10) - kMoment), "replay Table");
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, finished + absl::Minutes(10)), "run") << "any request may use it now";
  tokens.Commit("t", {{"Second", 7}}, finished + absl::Minutes(11));
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, finished + absl::Minutes(11)), "replay Second");
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, finished + absl::Minutes(21) - kMoment), "replay Second");
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, finished + absl::Minutes(21)), "run");
}

TEST(IdempotencyTokens, AnAbortedTransactionIsForgotten) {
  IdempotencyTokens tokens;
  ASSERT_EQ(BeginOutcome(tokens, "t", 1, kStart), "run");
  tokens.Abort("t");
  EXPECT_EQ(tokens.size(), 0u);
  EXPECT_EQ(BeginOutcome(tokens, "t", 2, kStart), "run");
}

TEST(IdempotencyTokens, MostExpiredTokensAreDropped) {
  IdempotencyTokens tokens;
  for (int i = 0; i < 10'000; ++i) {
    const absl::Time now = kStart + absl::Seconds(i);
    ASSERT_EQ(BeginOutcome(tokens, std::to_string(i), 1, now), "run");
    tokens.Commit(std::to_string(i), {{"Table", 7}}, now);
    // The tokens of the last ten minutes, and a few expired ones that are not dropped yet.
    ASSERT_LT(tokens.size(), 800u);
  }
  const absl::Time now = kStart + absl::Seconds(9'999);
  const IdempotencyTokens copy(tokens);
  for (IdempotencyTokens checked : {tokens, copy}) {
    for (int i = 9'400; i < 10'000; ++i)
      EXPECT_EQ(BeginOutcome(checked, std::to_string(i), 1, now), "replay Table") << i;
    for (int i = 9'000; i < 9'400; ++i) EXPECT_EQ(BeginOutcome(checked, std::to_string(i), 1, now), "run") << i;
  }
}

TEST(IdempotencyTokens, OneOfManyThreadsRunsATransaction) {
  IdempotencyTokens tokens;
  std::atomic<int> runs = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        if (BeginOutcome(tokens, std::to_string(i), 1, kStart) == "run") ++runs;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(runs, 500);
}

// Calls about one token are serialized by the latch of its shard.
TEST(IdempotencyTokens, EveryCallWaitsForTheLatchOfItsShard) {
  IdempotencyTokens tokens;
  ASSERT_EQ(BeginOutcome(tokens, "finished", 1, kStart), "run");
  ASSERT_EQ(BeginOutcome(tokens, "failed", 1, kStart), "run");
  EXPECT_TRUE(WaitsFor(tokens.latch("begun"), [&] { EXPECT_EQ(BeginOutcome(tokens, "begun", 1, kStart), "run"); }));
  EXPECT_TRUE(WaitsFor(tokens.latch("finished"), [&] { tokens.Commit("finished", {{"Table", 7}}, kStart); }));
  EXPECT_TRUE(WaitsFor(tokens.latch("failed"), [&] { tokens.Abort("failed"); }));
  EXPECT_TRUE(WaitsFor(tokens.latch("finished"), [&] { EXPECT_EQ(IdempotencyTokens(tokens).size(), 1u); }));
  EXPECT_TRUE(WaitsFor(tokens.latch("finished"), [&] { EXPECT_EQ(tokens.size(), 2u); }));
  EXPECT_TRUE(WaitsFor(tokens.latch("finished"), [&] { tokens.DropSomeExpired(kStart); }));
  EXPECT_EQ(tokens.size(), 2u) << "one transaction has begun, one has finished, and the aborted one is forgotten";
}

TEST(IdempotencyTokens, EachExpiresTenMinutesAfterItsOwnTransactionEvenIfTheClockIsSetBack) {
  IdempotencyTokens tokens;
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(BeginOutcome(tokens, "late" + std::to_string(i), 1, kStart + absl::Hours(1)), "run");
    tokens.Commit("late" + std::to_string(i), {{"Table", 7}}, kStart + absl::Hours(1));
  }
  ASSERT_EQ(BeginOutcome(tokens, "early", 1, kStart), "run");
  tokens.Commit("early", {{"Table", 7}}, kStart);
  EXPECT_EQ(BeginOutcome(tokens, "early", 1, kStart + absl::Minutes(10) - kMoment), "replay Table");
  EXPECT_EQ(BeginOutcome(tokens, "early", 1, kStart + absl::Minutes(10)), "run");
  EXPECT_EQ(BeginOutcome(tokens, "late7", 1, kStart + absl::Minutes(70) - kMoment), "replay Table");
  EXPECT_EQ(BeginOutcome(tokens, "late7", 1, kStart + absl::Minutes(70)), "run");
}

TEST(IdempotencyTokens, ACopyAndItsOriginalAreIndependent) {
  IdempotencyTokens tokens;
  const auto finish = [](IdempotencyTokens& changed, const std::string& token, const std::string& table) {
    ASSERT_EQ(BeginOutcome(changed, token, 1, kStart), "run");
    changed.Commit(token, {{table, 7}}, kStart);
  };
  for (int i = 0; i < 5'000; ++i) finish(tokens, std::to_string(i), "Table");
  ASSERT_EQ(BeginOutcome(tokens, "executed", 1, kStart), "run");
  IdempotencyTokens copy(tokens);
  EXPECT_EQ(copy.size(), 5'000u) << "a transaction in progress is not copied";
  for (int i = 5'000; i < 10'000; ++i) finish(tokens, std::to_string(i), "Original");
  for (int i = 5'000; i < 10'000; ++i) finish(copy, std::to_string(i), "Copy");
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_EQ(BeginOutcome(tokens, std::to_string(i), 1, kStart), i < 5'000 ? "replay Table" : "replay Original");
    EXPECT_EQ(BeginOutcome(copy, std::to_string(i), 1, kStart), i < 5'000 ? "replay Table" : "replay Copy");
  }
  EXPECT_EQ(BeginOutcome(copy, "executed", 1, kStart), "run");
  EXPECT_EQ(BeginOutcome(tokens, "executed", 1, kStart), "TransactionInProgress");
}

// Two threads use the original while two others use the copy.
TEST(IdempotencyTokens, ACopyAndItsOriginalMayBeUsedConcurrently) {
  IdempotencyTokens tokens;
  const auto use = [](IdempotencyTokens& used, int from) {
    for (int i = from; i < from + 2'000; ++i) {
      if (BeginOutcome(used, std::to_string(i), 1, kStart + absl::Seconds(i)) == "run") {
        used.Commit(std::to_string(i), {{"Table", 7}}, kStart + absl::Seconds(i));
      }
    }
  };
  use(tokens, 0);
  IdempotencyTokens copy(tokens);
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] { use(tokens, 1'500); });
    threads.emplace_back([&] { use(copy, 1'500); });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 3'000; i < 3'500; ++i) {
    EXPECT_EQ(BeginOutcome(tokens, std::to_string(i), 1, kStart + absl::Seconds(3'500)), "replay Table") << i;
    EXPECT_EQ(BeginOutcome(copy, std::to_string(i), 1, kStart + absl::Seconds(3'500)), "replay Table") << i;
  }
}

// The transactions have equal hashes, or hashes that differ only in their lowest bits.
TEST(FinishedTransactions, FindsAllTransactionsWithTheSameHash) {
  FinishedTransactions transactions;
  const auto add = [&](uint64_t hash, int number) {
    auto transaction = Ref<TokenTransaction>::Adopt(new TokenTransaction(std::to_string(number), hash, 1));
    transaction->finished = kStart + absl::Seconds(number);
    transactions.Insert(std::move(transaction));
  };
  for (int i = 0; i < 100; ++i) add(i % 2 == 0 ? 0x1234567890abcdefu : 0x1234567890abcdeeu, i);
  const FinishedTransactions copy = transactions;
  for (int i = 0; i < 100; ++i) add(0xffffffffffffffffu - static_cast<uint64_t>(i), i + 100);
  EXPECT_EQ(transactions.size(), 200u);
  EXPECT_EQ(copy.size(), 100u);
  for (int i = 0; i < 100; ++i) {
    const uint64_t hash = i % 2 == 0 ? 0x1234567890abcdefu : 0x1234567890abcdeeu;
    ASSERT_NE(transactions.Find(hash, std::to_string(i)), nullptr);
    EXPECT_EQ(transactions.Find(hash ^ 1, std::to_string(i)), nullptr);
  }
  // A bounded number of calls visits all transactions.
  for (int call = 0; call < 1'000; ++call) transactions.DropSomeExpired(0, kStart + absl::Seconds(149));
  EXPECT_EQ(transactions.size(), 50u);
  EXPECT_EQ(transactions.Find(0xffffffffffffffffu - 49, "149"), nullptr);
  EXPECT_NE(transactions.Find(0xffffffffffffffffu - 50, "150"), nullptr);
  EXPECT_EQ(copy.size(), 100u);
  for (int call = 0; call < 1'000; ++call) transactions.DropSomeExpired(0, kStart + absl::Seconds(200));
  EXPECT_EQ(transactions.size(), 0u);
}

// The transactions are not inserted in the order in which they finished. Before each round of dropping, the set is
// copied and one more transaction is inserted.
TEST(FinishedTransactions, DropsExpiredTransactionsAndNoOthers) {
  constexpr int kCount = 1'000;
  FinishedTransactions transactions;
  std::vector<int> finished;  // in seconds after kStart
  const auto add = [&](int number, int seconds) {
    const uint64_t hash = static_cast<uint64_t>(number) * 0x9e3779b97f4a7c15u;
    auto transaction = Ref<TokenTransaction>::Adopt(new TokenTransaction(std::to_string(number), hash, 1));
    transaction->finished = kStart + absl::Seconds(seconds);
    transactions.Insert(std::move(transaction));
    finished.push_back(seconds);
  };
  for (int i = 0; i < kCount; ++i) add(i, (i * 7919) % kCount);
  for (int now = 0; now < kCount; now += 50) {
    const FinishedTransactions copy = transactions;
    const size_t size = copy.size();
    add(kCount + now, now + 3);
    for (int call = 0; call < 3 * kCount; ++call) transactions.DropSomeExpired(0, kStart + absl::Seconds(now));
    const auto left = std::count_if(finished.begin(), finished.end(), [now](int seconds) { return seconds > now; });
    ASSERT_EQ(transactions.size(), static_cast<size_t>(left)) << now;
    ASSERT_EQ(copy.size(), size);
  }
}

}  // namespace
}  // namespace holdfast::testing
