#include "conformance/runner/call_history.h"

#include "conformance/client/requests.h"
#include "conformance/history/operation_record.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

using ::testing::Contains;
using ::testing::Pair;

CallRecord Put(int client, const std::string& key, int64_t invoked, int64_t completed,
               Response::Outcome outcome = Response::Outcome::kOk) {
  CallRecord call;
  call.client = client;
  call.invoked = invoked;
  call.completed = completed;
  call.operation = "PutItem";
  call.request = ToJson(PutItemRequest{.table = "t", .item = {{"pk", S(key)}}});
  call.outcome = outcome;
  if (outcome == Response::Outcome::kRefused) call.error = "ConditionalCheckFailedException";
  return call;
}

CallHistory HistoryOf(std::vector<CallRecord> calls) {
  CallHistory history;
  history.Add(std::move(calls));
  history.SortByTime();
  return history;
}

TEST(CallHistoryTest, CountsContention) {
  const CallHistory history = HistoryOf({Put(0, "a", 0, 10), Put(1, "a", 5, 20, Response::Outcome::kRefused),
                                         Put(2, "a", 30, 40, Response::Outcome::kUnknown)});
  std::map<std::string, int64_t> event_counts;
  history.CountInto(&event_counts);
  EXPECT_THAT(event_counts, Contains(Pair("operations", 3)));
  EXPECT_THAT(event_counts, Contains(Pair("overlapping operations", 1)));
  EXPECT_THAT(event_counts, Contains(Pair("conditions refused", 1)));
  EXPECT_THAT(event_counts, Contains(Pair("unknown outcomes", 1)));
}

TEST(CallHistoryTest, TheCreationOfATableIsNoOperationOfTheRace) {
  std::vector<CallRecord> calls = {Put(0, "a", 30, 40)};
  for (const char* const operation : {"CreateTable", "DescribeTable", "DescribeTable", "UpdateTimeToLive"}) {
    calls.push_back(Put(-1, "a", 0, 10));
    calls.back().operation = operation;
  }
  std::map<std::string, int64_t> event_counts;
  HistoryOf(calls).CountInto(&event_counts);
  EXPECT_THAT(event_counts, Contains(Pair("operations", 1)));
}

TEST(CallHistoryTest, AWitnessShowsTheCallsThatNameTheKey) {
  const Witness witness = HistoryOf({Put(1, "slot#1", 50, 60), Put(0, "slot#1", 40, 45), Put(2, "slot#10", 41, 42)})
                              .WitnessAbout({"slot#1"});
  ASSERT_EQ(witness.steps.size(), 2u);
  EXPECT_EQ(witness.steps[0].client, 0);
  EXPECT_EQ(witness.steps[0].invoked, 0);
  EXPECT_EQ(witness.steps[1].invoked, 10);
}

TEST(CallHistoryTest, AWitnessShowsACallOfUnknownOutcomeAsUnfinished) {
  const Witness witness =
      HistoryOf({Put(0, "slot", 0, 10, Response::Outcome::kUnknown), Put(1, "slot", 20, 30)}).WitnessAbout({"slot"});
  ASSERT_EQ(witness.steps.size(), 2u);
  EXPECT_EQ(witness.steps[0].completed, kNeverCompleted);
  EXPECT_TRUE(witness.steps[0].is_marked);
  EXPECT_EQ(witness.steps[1].completed, 30);
}

TEST(CallHistoryTest, RefusedCallsAreOmittedIfThereAreTooMany) {
  std::vector<CallRecord> calls;
  for (int i = 0; i < 60; ++i) calls.push_back(Put(i, "slot", i, i + 5, Response::Outcome::kRefused));
  calls.push_back(Put(60, "slot", 3, 9));
  const Witness witness = HistoryOf(calls).WitnessAbout({"slot"});
  ASSERT_EQ(witness.steps.size(), 1u);
  EXPECT_EQ(witness.steps[0].client, 60);
  EXPECT_TRUE(witness.steps[0].is_marked);
}

}  // namespace
}  // namespace holdfast::conformance
