#include "conformance/history/recorder.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace holdfast::conformance {
namespace {

RegisterOperation ReadBy(int client) {
  RegisterOperation read;
  read.client = client;
  read.kind = RegisterOperation::Kind::kRead;
  return read;
}

TEST(RecorderTest, RecordsInvocationAndCompletion) {
  Recorder<RegisterOperation> recorder(CountingClock());
  const size_t first = recorder.Invoke(ReadBy(1));
  const size_t second = recorder.Invoke(ReadBy(2));
  recorder.Complete(second, Outcome::kOk, [](RegisterOperation& done) { done.observed = 7; });
  recorder.Complete(first, Outcome::kFailed);
  const std::vector<RegisterOperation> history = recorder.history();
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].client, 1);
  EXPECT_EQ(history[0].invoked, 1);
  EXPECT_EQ(history[0].completed, 4);
  EXPECT_EQ(history[0].outcome, Outcome::kFailed);
  EXPECT_EQ(history[1].invoked, 2);
  EXPECT_EQ(history[1].completed, 3);
  EXPECT_EQ(history[1].observed, 7);
}

TEST(RecorderTest, ACallWithoutAResponseIsUnknownAndNeverCompletes) {
  Recorder<RegisterOperation> recorder(CountingClock());
  recorder.Invoke(ReadBy(1));
  recorder.Complete(recorder.Invoke(ReadBy(1)), Outcome::kUnknown);
  for (const RegisterOperation& operation : recorder.history()) {
    EXPECT_EQ(operation.outcome, Outcome::kUnknown);
    EXPECT_EQ(operation.completed, kNeverCompleted);
  }
}

TEST(RecorderTest, ManyClientsAtOnce) {
  constexpr int kClients = 8;
  constexpr int kCalls = 500;
  Recorder<TransactionOperation> recorder(StartNanosecondClock());
  std::vector<std::thread> clients;
  for (int client = 0; client < kClients; ++client) {
    clients.emplace_back([&recorder, client] {
      for (int64_t call = 0; call < kCalls; ++call) {
        TransactionOperation record;
        record.client = client;
        record.appends = {{"x", client * kCalls + call}};
        recorder.Complete(recorder.Invoke(record), Outcome::kOk);
      }
    });
  }
  for (std::thread& client : clients) client.join();
  std::set<int64_t> elements;
  std::vector<int64_t> last_completed(kClients, -1);
  for (const TransactionOperation& record : recorder.history()) {
    elements.insert(record.appends.at(0).element);
    EXPECT_LE(record.invoked, record.completed);
    // The calls of one client do not overlap.
    EXPECT_GE(record.invoked, last_completed[static_cast<size_t>(record.client)]);
    last_completed[static_cast<size_t>(record.client)] = record.completed;
  }
  EXPECT_EQ(elements.size(), static_cast<size_t>(kClients * kCalls));
}

}  // namespace
}  // namespace holdfast::conformance
