// Concurrent TransactWriteItems and TransactGetItems: a TransactGetItems sees all writes of a transaction or none.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine/operations/transactions/transaction_requests.h"
#include "tests/support/seeded_test.h"

namespace holdfast::testing {
namespace {

constexpr uint64_t kAccounts = 5;

// The sum of all accounts, or -1 if they could not be read.
int64_t Total(DatabaseState& database) {
  TransactGetItemsRequest request = ReadTransaction({});
  for (uint64_t i = 0; i < kAccounts; ++i) {
    request.transact_items->push_back(TransactGet(Key(std::to_string(i), "s")));
  }
  const auto response = TransactGetItems(database, request);
  if (!response.ok()) return -1;
  int64_t total = 0;
  for (const std::optional<ResponseItem>& account : response->responses) {
    total += std::stoll(Number::FromBytes(account->view().Find("n")->bytes()).ToText());
  }
  return total;
}

// Moves one unit from a random account to another, unless the first is empty.
TransactWriteItemsRequest RandomTransfer(Random& random) {
  const uint64_t from = random.Below(kAccounts);
  const uint64_t to = (from + 1 + random.Below(kAccounts - 1)) % kAccounts;
  const ExpressionFields one = Fields({{":one", N("1")}});
  return Transaction({OnCondition(TransactUpdate(Key(std::to_string(from), "s"), "SET n = n - :one", one), "n >= :one"),
                      TransactUpdate(Key(std::to_string(to), "s"), "SET n = n + :one", one)});
}

TEST(TransactIsolation, ReadersSeeTheSameTotalDuringTransfers) {
  HOLDFAST_SEEDED_RANDOM(random);
  ItemTable table;
  for (uint64_t i = 0; i < kAccounts; ++i) table.Store(ItemWith(std::to_string(i), "s", {{"n", N("20")}}));
  ASSERT_EQ(Total(table.state), 100);
  std::atomic<int> running = 3;
  std::vector<std::thread> writers;
  for (int t = 0; t < 3; ++t) {
    writers.emplace_back([&, seed = random.Next()] {
      HOLDFAST_TRACE_SEED(random_seed);
      Random mine(seed);
      for (int i = 0; i < 2000; ++i) {
        const auto response = TransactWriteItems(table.state, RandomTransfer(mine));
        if (!response.ok() && response.error().kind != ErrorKind::kTransactionCanceled)
          ADD_FAILURE() << Outcome(response);
      }
      --running;
    });
  }
  while (running > 0) EXPECT_EQ(Total(table.state), 100);
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(Total(table.state), 100);
}

// A request that many threads send with one token is executed once.
TEST(TransactIsolation, ARequestWithATokenIsExecutedOnce) {
  constexpr int kThreads = 4;
  constexpr int kTokens = 200;
  ItemTable table;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kTokens; ++i) {
        TransactWriteItemsRequest request =
            Transaction({TransactUpdate(Key("a", "1"), "ADD n :one", Fields({{":one", N("1")}}))});
        request.client_request_token = std::to_string(i);
        const auto response = TransactWriteItems(table.state, request);
        if (!response.ok() && response.error().kind != ErrorKind::kTransactionInProgress) {
          ADD_FAILURE() << Outcome(response);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 200, pk: "a", sk: "1"})");
}

}  // namespace
}  // namespace holdfast::testing
