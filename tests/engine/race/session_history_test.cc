// What the histories of a session keep of its runs, and what its witnesses show of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/race/history/history.h"
#include "tests/engine/race/session_fixture.h"

namespace holdfast::race {
namespace {

using testing::Get;
using ::testing::HasSubstr;
using testing::N;
using testing::S;

TEST_F(SessionTest, AWitnessOmitsOnlyTheKeyAttributes) {
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  const Request put = testing::Put("Rooms", {{"pk", S("room40")}, {"price", N("40")}, {"kind", S("room")}});
  ASSERT_TRUE(session_->Arrive({"alice", put, ""}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  const auto ended = session_->EndRun(false, "too expensive");
  ASSERT_TRUE(ended.ok() && ended->failure.has_value());
  EXPECT_THAT(ended->failure->witness, HasSubstr("PutItem room40 kind room, price 40 ("));
}

TEST_F(SessionTest, AWitnessShowsTheValuesThatAPutStoresAgain) {
  const auto witness_of_second = [&](const AttributeMap& second) {
    Open({.actors = {"alice"}});
    EXPECT_TRUE(session_->BeginRun().ok());
    const AttributeMap first = {{"pk", S("room7")}, {"guest", S("bob")}, {"vacant", N("0")}};
    for (const AttributeMap& item : {first, second}) {
      EXPECT_TRUE(session_->Arrive({"alice", testing::Put("Rooms", item), ""}).ok());
      EXPECT_TRUE(session_->RunNextStep().ok());
    }
    EXPECT_TRUE(session_->ActorDone("alice").ok());
    return session_->EndRun(false, "why")->failure->witness;
  };
  EXPECT_THAT(witness_of_second({{"pk", S("room7")}, {"guest", S("alice")}, {"vacant", N("0")}}),
              HasSubstr("PutItem room7 guest alice, vacant 0 ("));
  EXPECT_THAT(witness_of_second({{"pk", S("room7")}, {"guest", S("bob")}, {"vacant", N("0")}}),
              HasSubstr("PutItem room7 guest bob, vacant 0 (nothing changed, unconditional)"));
}

TEST_F(SessionTest, GivesUpARunWhoseHistoryTakesTooMuchMemory) {
  Open({.actors = {"alice"}, .history_bytes_max = 5'000});
  ASSERT_TRUE(session_->BeginRun().ok());
  size_t steps = 0;
  for (; steps < 100 && !session_->RunOver(); ++steps) {
    ASSERT_TRUE(session_->Arrive({"alice", PutRoom(), ""}).ok());
    ASSERT_TRUE(session_->RunNextStep().ok());
  }
  EXPECT_LT(steps, 100u);
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok() && ended->failure.has_value());
  EXPECT_EQ(ended->failure->kind, "stuck");
  EXPECT_THAT(ended->failure->why, HasSubstr("with a history of more than 5000 bytes, and was not over"));
}

TEST_F(SessionTest, AnAttemptThatWasAbandonedMayBeExecutedAfterTheNextOne) {
  Open({.actors = {"alice", "bob"}, .strategy = Replay{"alice:2,bob,alice"}, .settles_explicitly = true});
  ASSERT_TRUE(session_->BeginRun().ok());
  const auto first = session_->Arrive({"alice", GetRoom(), "call"});
  ASSERT_TRUE(first.ok() && session_->Abandon(*first).ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), "call"}).ok());
  ASSERT_TRUE(session_->Arrive({"bob", PutRoom(), ""}).ok());
  for (const char* const actor : {"alice", "bob"}) ASSERT_TRUE(session_->ActorSettled(actor).ok());
  for (const char* const actor : {"alice", "bob"}) {
    ASSERT_TRUE(session_->RunNextStep().ok());
    ASSERT_TRUE(session_->ActorDone(actor).ok());
  }
  ASSERT_TRUE(session_->RunNextStep().ok());
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->failure, std::nullopt) << ended->failure->why;
  EXPECT_THAT(session_->verdict().summary, ::testing::StartsWith("no run failed")) << "the replay departed";
}

TEST_F(SessionTest, ALaterAttemptWhoseReplyIsLostMayReadANewerVersion) {
  Open({.actors = {"alice", "bob"},
        .strategy = Replay{"alice,bob,alice!commit_then_drop"},
        .faults = {{.operation = "GetItem"}}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->Arrive({"bob", PutRoom(), ""}).ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), "call"}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), "call"}).ok());
  for (const char* const actor : {"bob", "alice"}) {
    ASSERT_TRUE(session_->RunNextStep().ok());
    ASSERT_TRUE(session_->ActorDone(actor).ok());
  }
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->failure, std::nullopt) << ended->failure->why;
  EXPECT_THAT(session_->verdict().summary, ::testing::StartsWith("no run failed")) << "the replay departed";
}

TEST_F(SessionTest, RecordsTheErrorOfARequestWithoutAnActor) {
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  EXPECT_FALSE(session_->RunUnscheduled(Get("Halls", {{"pk", S("hall1")}})).ok());
  const HistoryEntry& entry = session_->history(1)->entries.front();
  EXPECT_EQ(entry.outcome, Outcome::kFail);
  EXPECT_EQ(entry.error, "ResourceNotFoundException");
}

TEST_F(SessionTest, KeepsTheBeginningOfALongResponseAndItsLength) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "é";
  ASSERT_TRUE(database_->PutItem(testing::Put("Rooms", {{"pk", S("room7")}, {"text", S(text)}})).ok());
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->RunUnscheduled(GetRoom()).ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_EQ(session_->history(1)->entries.size(), 2u);
  for (const HistoryEntry& entry : session_->history(1)->entries) {
    EXPECT_THAT(entry.response_text, ::testing::StartsWith(R"({pk: "room7", text: "éé)"));
    EXPECT_THAT(entry.response_text, ::testing::EndsWith("éé… (200023 bytes)"));
    EXPECT_LE(entry.response_text.capacity(), kResponseTextBytesMax + 100);
  }
}

TEST_F(SessionTest, CountsRequestsWithoutAnActorBeyondThoseThatItKeeps) {
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->RunUnscheduled(PutRoom()).ok());
  for (size_t i = 1; i < kRequestsWithoutActorMax; ++i) ASSERT_TRUE(session_->RunUnscheduled(GetRoom()).ok());
  EXPECT_EQ(session_->history(1)->left_out, 0u);
  // Alice reads a version whose write is not in the history: that is no contradiction.
  ASSERT_TRUE(session_->RunUnscheduled(testing::Put("Rooms", {{"pk", S("room7")}, {"vacant", N("1")}})).ok());
  ASSERT_TRUE(session_->RunUnscheduled(GetRoom()).ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->failure, std::nullopt) << ended->failure->why;
  const History& history = *session_->history(1);
  EXPECT_EQ(history.left_out, 2u);
  ASSERT_EQ(history.entries.size(), kRequestsWithoutActorMax + 1);
  EXPECT_EQ(history.entries.back().actor, "alice");
  EXPECT_THAT(FormatHistory(history), HasSubstr("2 requests without an actor are left out"));
}

TEST_F(SessionTest, KeepsABoundedNumberOfVersionsThatRequestsWithoutAnActorHaveRead) {
  constexpr size_t kItems = 2'000;
  for (size_t i = 0; i < kItems; ++i) {
    ASSERT_TRUE(database_->PutItem(testing::Put("Rooms", {{"pk", S("room" + std::to_string(i))}})).ok());
  }
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ScanRequest scan;
  scan.table_name = "Rooms";
  for (size_t i = 0; i <= kVersionsWithoutActorMax / kItems; ++i) ASSERT_TRUE(session_->RunUnscheduled(scan).ok());
  EXPECT_EQ(session_->history(1)->left_out, 1u);
  EXPECT_EQ(session_->history(1)->entries.size(), kVersionsWithoutActorMax / kItems);
}

TEST_F(SessionTest, NumbersTheCommitsOfABatchOfWhichSomeMembersChangeNothing) {
  ASSERT_TRUE(database_->PutItem(testing::Put("Rooms", {{"pk", S("room7")}})).ok());
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  const uint64_t before = executor_.last_commit();
  BatchWriteItemRequest batch;
  std::vector<WriteRequest>& members = batch.request_items.emplace().emplace_back("Rooms", 0).second;
  for (const char* const room : {"room1", "room7", "room8", "room9"}) {
    members.emplace_back().delete_request.emplace().key = AttributeMap{{"pk", S(room)}};
  }
  ASSERT_TRUE(session_->RunUnscheduled(batch).ok());
  EXPECT_EQ(executor_.last_commit(), before + 4);
  const std::vector<HistoryVersion>& writes = session_->history(1)->entries.front().writes;
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes.front().version, before + 2);
}

}  // namespace
}  // namespace holdfast::race
