// A session, call by call: what it refuses, how its runs end, and its verdict.
#include "engine/race/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/race/session_fixture.h"

namespace holdfast::race {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::S;

TEST_F(SessionTest, RefusesInvalidOptions) {
  EXPECT_EQ(Misuse({}), "the session has no actors");
  EXPECT_THAT(Misuse({.actors = {"a b"}}), HasSubstr("'a b' cannot name an actor"));
  EXPECT_EQ(Misuse({.actors = {"ttl"}}), "the actor 'ttl' is the lab's own");
  EXPECT_EQ(Misuse({.actors = {"a", "a"}}), "two actors are called 'a'");
  EXPECT_THAT(Misuse({.actors = {"a"}, .stale_reads = 1}), HasSubstr("stale reads and index lag are not possible"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .faults = {{.actor = "b"}}}), HasSubstr("is for 'b', which is no actor"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .faults = {{.nth = 0}}}), HasSubstr("the first is number 1"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .faults = {{.budget = std::nullopt}}}), HasSubstr("needs a budget"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .faults = {{.probability = 2}}}), HasSubstr("probability"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .ignore_conditions = {"Rooms", "Roms"}}),
              HasSubstr("the conditions of the table 'Roms' cannot be ignored, because it does not exist"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .require = {{"luck", 1}}}), HasSubstr("called 'luck', only: conflicts, "));
  EXPECT_THAT(Misuse({.actors = {"a"}, .strategy = Replay{"b"}}), HasSubstr("a step of 'b', which is no actor"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .strategy = ProbabilisticConcurrency{0}}), HasSubstr("at least 1"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .always = {{.table = "Rooms", .each = "n > :z"}}}), HasSubstr("has no name"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .always = {{.name = "i", .table = "Rooms"}}}), HasSubstr("needs either"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .always = {{.name = "i", .unique = {"n"}}}}), HasSubstr("names no table"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .always = {{.name = "i", .table = "Rooms", .each = "n > :z"}}}),
              HasSubstr("is not valid: Invalid ConditionExpression"));
  EXPECT_THAT(Misuse({.actors = {"a"}, .always = {{.name = "i", .table = "None", .unique = {"n"}}}}),
              HasSubstr("is of the table 'None', which does not exist"));
}

TEST_F(SessionTest, RefusesCallsInTheWrongState) {
  Open({.actors = {"alice", "bob"}});
  EXPECT_EQ(Text(session_->Arrive({"alice", GetRoom(), ""})), "no run has begun");
  EXPECT_EQ(Text(session_->EndRun(true, "")), "no run has begun");
  ASSERT_TRUE(session_->BeginRun().ok());
  EXPECT_EQ(Text(session_->BeginRun()), "run 1 has not ended");
  EXPECT_EQ(Text(session_->Stop()), "run 1 has not ended");
  EXPECT_EQ(Text(session_->Arrive({"carol", GetRoom(), ""})),
            "no actor is called 'carol': the session's actors are alice, bob");
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
  EXPECT_THAT(Text(session_->Arrive({"alice", GetRoom(), ""})),
              HasSubstr("sends another request while one is pending"));
  EXPECT_FALSE(session_->Ready());
  EXPECT_THAT(session_->Awaited(), ElementsAre("bob"));
  EXPECT_EQ(Text(session_->RunNextStep()), "no step can be chosen before bob has sent a request or is done");
  ASSERT_TRUE(session_->ActorDone("bob").ok());
  EXPECT_EQ(Text(session_->ActorDone("bob")), "the actor 'bob' is done, or does not take part, in run 1");
  EXPECT_EQ(Text(session_->Abandon(99)), "no request 99 is parked");
  EXPECT_TRUE(session_->Ready());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  EXPECT_TRUE(session_->RunOver());
  EXPECT_EQ(Text(session_->RunNextStep()), "run 1 has no step left");
  ASSERT_TRUE(session_->EndRun(true, "").ok());
  EXPECT_EQ(Text(session_->Arrive({"alice", GetRoom(), ""})), "run 1 is over");
  const auto next = session_->BeginRun();
  ASSERT_TRUE(next.ok());
  EXPECT_TRUE(next->done);
  EXPECT_TRUE(session_->verdict().passed) << session_->verdict().summary;
}

TEST_F(SessionTest, ReturnsTheParkedRequestsOfARunThatIsEndedEarly) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  const auto parked = session_->Arrive({"alice", GetRoom(), ""});
  ASSERT_TRUE(parked.ok());
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok());
  EXPECT_THAT(ended->parked, ElementsAre(*parked));
  EXPECT_EQ(session_->verdict().failure->kind, "stuck");
  EXPECT_EQ(session_->verdict().failure->why,
            "the run was ended before it was over; alice waits for the response to its GetItem; bob has sent no "
            "request and was not said to be done");
}

TEST_F(SessionTest, ReportsWhatTheActorsOfAStuckRunWaitFor) {
  Open({.actors = {"alice", "bob", "carol"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
  const auto parked = session_->Arrive({"bob", PutRoom(), ""});
  ASSERT_TRUE(session_->ActorDone("carol").ok());
  const auto step = session_->RunNextStep();
  ASSERT_TRUE(step.ok() && step->completed.has_value());
  ASSERT_EQ(step->completed->actor, "alice");
  const auto ended = session_->EndStuckRun("nothing happened for 1 s");
  ASSERT_TRUE(ended.ok());
  EXPECT_THAT(ended->parked, ElementsAre(*parked));
  ASSERT_TRUE(ended->failure.has_value());
  EXPECT_EQ(ended->failure->kind, "stuck");
  EXPECT_EQ(ended->failure->why,
            "nothing happened for 1 s; alice has sent no request since the response to its GetItem and was not said "
            "to be done; bob waits for the response to its PutItem");
  EXPECT_EQ(ended->failure->schedule, "alice#G");
  // The failure is not shrunk, because each attempt to shrink it might take as long as this run.
  EXPECT_TRUE(session_->BeginRun()->done);
  EXPECT_EQ(session_->verdict().shrunk, std::nullopt);
}

TEST_F(SessionTest, DoesNotReportARunThatIsOverAsStuck) {
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  const auto ended = session_->EndStuckRun("nothing happened for 1 s");
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->failure, std::nullopt);
  EXPECT_EQ(Text(session_->EndStuckRun("nothing happened for 1 s")), "run 1 is over");
}

TEST_F(SessionTest, SaysOfAnExplorationThatGoesOnWhatWasRunSoFar) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_TRUE(PlayRun("").ok());
  EXPECT_EQ(session_->verdict().summary, "no run failed: 1 order was run so far");
}

TEST_F(SessionTest, ReturnsTheFailureOfEachRun) {
  Open({.actors = {"alice", "bob"}, .continue_after_failure = true});
  EXPECT_EQ(PlayRun("")->failure, std::nullopt);
  const auto second = PlayRun("two guests");
  ASSERT_TRUE(second.ok() && second->failure.has_value());
  EXPECT_EQ(second->failure->run, 2u);
  EXPECT_EQ(second->failure->why, "two guests");
  EXPECT_EQ(second->failure->schedule, "bob,alice#PP");
  EXPECT_EQ(session_->verdict().failure->schedule, "bob,alice#PP");
}

TEST_F(SessionTest, ReturnsTheFailureOfARunThatIsNotTheFirstToFail) {
  Open({.actors = {"alice", "bob"}, .continue_after_failure = true});
  ASSERT_EQ(PlayRun("no guest")->failure->schedule, "alice,bob#PP");
  const auto second = PlayRun("two guests");
  ASSERT_TRUE(second.ok() && second->failure.has_value());
  EXPECT_EQ(second->failure->kind, "check");
  EXPECT_EQ(second->failure->why, "two guests");
  EXPECT_EQ(second->failure->schedule, "bob,alice#PP");
  EXPECT_THAT(second->failure->witness, HasSubstr("bob"));
  EXPECT_EQ(session_->verdict().failure->why, "no guest");
}

TEST_F(SessionTest, SaysWhichFaultRuleHasNotFired) {
  Open({.actors = {"alice"}, .faults = {{.operation = "PutItem", .table = "Roms"}, {.operation = "PutItem"}}});
  PlayAll("");
  EXPECT_THAT(
      session_->verdict().unfired_faults,
      ElementsAre("the fault rule commit_then_drop (on PutItem, table Roms) never fired: no request matched it"));
  EXPECT_TRUE(session_->verdict().passed);
  EXPECT_THAT(session_->verdict().summary, HasSubstr("; but the fault rule commit_then_drop (on PutItem, table Roms)"));
  Open({.actors = {"alice"}, .strategy = PartialOrderSampling{}, .max_runs = 3, .faults = {{.probability = 0}}});
  PlayAll("");
  EXPECT_THAT(session_->verdict().unfired_faults,
              ElementsAre("the fault rule commit_then_drop never fired: it was not chosen for the 3 that matched"));
}

// Counts the reads of whole tables.
class CountingExecutor final : public StepExecutor {
 public:
  explicit CountingExecutor(Database& database) : engine_(database, {}) {}

  size_t tables_read() const { return tables_read_; }

  void BeginRun() override { engine_.BeginRun(); }
  bool can_read_stale() const override { return engine_.can_read_stale(); }
  uint64_t last_commit() override { return engine_.last_commit(); }
  Footprint FootprintOf(const Request& request) override { return engine_.FootprintOf(request); }
  std::vector<std::optional<Target>> TargetsOf(const Request& request) override { return engine_.TargetsOf(request); }
  Execution Execute(const Request& request) override { return engine_.Execute(request); }
  size_t CountStale(const Request& request, size_t max) override { return engine_.CountStale(request, max); }
  Execution ExecuteStale(const Request& request, size_t versions) override {
    return engine_.ExecuteStale(request, versions);
  }
  std::vector<ExpiredItem> ExpiredItems() override { return engine_.ExpiredItems(); }
  Footprint FootprintOfExpiry(const ItemName& item) override { return engine_.FootprintOfExpiry(item); }
  Execution DeleteExpired(const ItemName& item) override { return engine_.DeleteExpired(item); }
  bool HasTable(std::string_view table) override { return engine_.HasTable(table); }
  Result<std::vector<ItemVersion>> ItemsOf(std::string_view table) override {
    ++tables_read_;
    return engine_.ItemsOf(table);
  }

 private:
  EngineExecutor engine_;
  size_t tables_read_ = 0;
};

TEST_F(SessionTest, ReadsATableOnceForAllItsInvariants) {
  CountingExecutor executor(*database_);
  SessionOptions options{.actors = {"alice"}};
  for (const char* const name : {"a", "b", "c"}) {
    options.always.push_back({.name = name, .table = "Rooms", .unique = {"guest"}});
  }
  auto session = Session::Create(std::move(options), executor);
  ASSERT_TRUE(session.ok()) << session.error();
  EXPECT_EQ(executor.tables_read(), 0u);
  ASSERT_TRUE((*session)->BeginRun().ok());
  EXPECT_EQ(executor.tables_read(), 1u);
  ASSERT_TRUE((*session)->Arrive({"alice", PutRoom(), ""}).ok());
  ASSERT_TRUE((*session)->RunNextStep().ok());
  EXPECT_EQ(executor.tables_read(), 2u);
}

TEST_F(SessionTest, ReturnsTheFailuresOfTheRunsOfShrinking) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_EQ(PlayRun("no guest", true)->failure->run, 1u);
  EXPECT_EQ(PlayRun("")->failure, std::nullopt);
  const auto smaller = PlayRun("no guest", true);
  ASSERT_TRUE(smaller.ok() && smaller->failure.has_value());
  EXPECT_EQ(smaller->failure->run, 3u);
  EXPECT_EQ(smaller->failure->schedule, "alice#P");
}

TEST_F(SessionTest, LeavesNoActorOutWhileAFailedCheckIsShrunk) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_EQ(PlayRun("only 2 of 3 bookings")->failure->kind, "check");
  PlayAll("only 1 of 3 bookings");
  const Verdict verdict = session_->verdict();
  ASSERT_NE(verdict.witness(), nullptr);
  EXPECT_EQ(verdict.witness()->schedule, "alice,bob#PP");
}

TEST_F(SessionTest, IsCompleteOnlyIfEveryOrderWasExplored) {
  // Plays all runs that the options permit, each with the failure `why`, and returns whether the verdict is complete.
  const auto complete = [&](SessionOptions options, const std::string& why = "") {
    options.actors = {"alice", "bob"};
    Open(std::move(options));
    EXPECT_FALSE(session_->verdict().complete);
    PlayAll(why);
    EXPECT_TRUE(session_->verdict().done);
    return session_->verdict().complete;
  };
  EXPECT_TRUE(complete({}));
  EXPECT_EQ(session_->verdict().runs, 2u);
  EXPECT_TRUE(complete({.max_runs = 0}));
  EXPECT_TRUE(complete({.max_runs = 2}));
  EXPECT_EQ(session_->verdict().summary, "no run failed: 2 orders were run, all there are");
  EXPECT_FALSE(complete({.max_runs = 1}));
  EXPECT_EQ(session_->verdict().summary, "no run failed: 1 order was run, and there are more");
  EXPECT_FALSE(complete({.strategy = Exhaustive{.preemptions = 5}}));
  EXPECT_FALSE(complete({.strategy = PartialOrderSampling{}, .max_runs = 50}));
  EXPECT_FALSE(complete({.strategy = Replay{"alice,bob"}}));
  EXPECT_FALSE(complete({.shrink = false}, "no guest"));
  EXPECT_TRUE(complete({.continue_after_failure = true}, "no guest"));
  EXPECT_FALSE(complete({.continue_after_failure = true, .steps_max = 1}));
}

TEST_F(SessionTest, IsNotCompleteAfterAStuckRun) {
  Open({.actors = {"alice", "bob"}, .continue_after_failure = true});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->EndStuckRun("nothing happened for 1 s").ok());
  PlayAll("");
  EXPECT_TRUE(session_->verdict().done);
  EXPECT_FALSE(session_->verdict().complete);
}

TEST_F(SessionTest, IsNotCompleteWhenItWasStopped) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_TRUE(PlayRun("").ok());
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(session_->Stop().ok());
    EXPECT_TRUE(session_->verdict().done);
    EXPECT_FALSE(session_->verdict().complete);
    EXPECT_THAT(session_->verdict().summary, HasSubstr("and there are more"));
  }
}

TEST_F(SessionTest, ContinuesWithoutAnActorThatIsPassedOver) {
  Open({.actors = {"alice", "bob"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
  ASSERT_TRUE(session_->PassOver("bob").ok());
  EXPECT_TRUE(session_->Ready());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  // A request of bob may still arrive.
  ASSERT_TRUE(session_->Arrive({"bob", GetRoom(), ""}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("bob").ok());
  ASSERT_TRUE(session_->EndRun(true, "").ok());
  EXPECT_EQ(session_->verdict().not_replayable, 1u);
  PlayAll("");
  EXPECT_FALSE(session_->verdict().complete);
  EXPECT_THAT(session_->verdict().summary, HasSubstr("and there may be more: in 1 run an actor was passed over"));
}

TEST_F(SessionTest, SchedulesRequestsThatAnActorSendsTogether) {
  Open({.actors = {"alice"}, .settles_explicitly = true});
  std::set<std::string> schedules;
  while (true) {
    const auto start = session_->BeginRun();
    ASSERT_TRUE(start.ok());
    if (start->done) break;
    ASSERT_TRUE(session_->Arrive({"alice", GetRoom(), ""}).ok());
    ASSERT_TRUE(session_->Arrive({"alice", testing::Put("Rooms", {{"pk", S("room7")}}), ""}).ok());
    EXPECT_FALSE(session_->Ready());
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(session_->ActorSettled("alice").ok());
      ASSERT_TRUE(session_->RunNextStep().ok());
    }
    ASSERT_TRUE(session_->ActorDone("alice").ok());
    ASSERT_TRUE(session_->EndRun(true, "").ok());
    schedules.insert(session_->history(start->run)->schedule);
  }
  EXPECT_THAT(schedules, ElementsAre("alice,alice:2#GP", "alice:2,alice#PG"));
}

TEST_F(SessionTest, TheChoicesDoNotDependOnWhoseRequestsArriveFirst) {
  const auto schedules = [&](StrategyOptions strategy, const std::vector<std::string>& arrivals) {
    Open({.actors = {"alice", "bob"}, .strategy = strategy, .max_runs = 20, .settles_explicitly = true});
    std::vector<std::string> chosen;
    while (true) {
      const auto start = session_->BeginRun();
      EXPECT_TRUE(start.ok());
      if (!start.ok() || start->done) return chosen;
      for (const std::string& actor : arrivals) EXPECT_TRUE(session_->Arrive({actor, PutRoom(), ""}).ok());
      for (const char* const actor : {"alice", "bob"}) EXPECT_TRUE(session_->ActorSettled(actor).ok());
      std::map<std::string, int> answered;
      while (!session_->RunOver()) {
        const auto step = session_->RunNextStep();
        EXPECT_TRUE(step.ok());
        if (!step.ok()) return chosen;
        const std::string& actor = step->completed->actor;
        EXPECT_TRUE((++answered[actor] < 2 ? session_->ActorSettled(actor) : session_->ActorDone(actor)).ok());
      }
      EXPECT_TRUE(session_->EndRun(true, "").ok());
      chosen.push_back(session_->history(start->run)->schedule);
    }
  };
  const std::vector<StrategyOptions> strategies = {PartialOrderSampling{}, ProbabilisticConcurrency{},
                                                   UniformlyRandom{}};
  for (const StrategyOptions& strategy : strategies) {
    EXPECT_EQ(schedules(strategy, {"alice", "alice", "bob", "bob"}),
              schedules(strategy, {"bob", "bob", "alice", "alice"}));
  }
}

TEST_F(SessionTest, ReplaysWithTheActorsOfTheScheduleAlone) {
  Open({.actors = {"alice", "bob", "carol"}, .strategy = Replay{"carol,alice#PP"}});
  const auto ended = PlayRun("two guests");
  ASSERT_TRUE(ended.ok() && ended->failure.has_value());
  EXPECT_EQ(ended->failure->schedule, "carol,alice#PP");
  EXPECT_EQ(session_->verdict().summary, "run 1 failed: two guests");
}

TEST_F(SessionTest, RefusesAStartThatViolatesAnInvariant) {
  ASSERT_TRUE(database_->PutItem(testing::Put("Rooms", {{"pk", S("room7")}, {"n", testing::N("-1")}})).ok());
  Open({.actors = {"alice"},
        .always = {{.name = "never negative",
                    .table = "Rooms",
                    .each = "n >= :zero",
                    .fields = {std::nullopt, {{{":zero", testing::N("0")}}}}}}});
  EXPECT_THAT(Text(session_->BeginRun()), HasSubstr("the start state violates 'never negative': room7 is"));
}

TEST_F(SessionTest, KnowsTheTablesOfItsOptionsByTheirArns) {
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Rooms";
  Open({.actors = {"alice"},
        .always = {{.name = "no guest", .table = arn, .each = "attribute_not_exists(guest)"}},
        .ignore_conditions = {arn}});
  ASSERT_TRUE(session_->BeginRun().ok());
  const AttributeMap item = {{"pk", S("room7")}, {"guest", S("bob")}};
  ASSERT_TRUE(session_->Arrive({"alice", testing::Put("Rooms", item, "attribute_exists(pk)"), ""}).ok());
  ASSERT_TRUE(session_->RunNextStep().ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok() && ended->failure.has_value());
  EXPECT_EQ(ended->failure->kind, "invariant");
  Open({.actors = {"alice"}, .faults = {{.table = arn}}});
  PlayAll("");
  EXPECT_THAT(session_->verdict().unfired_faults, ElementsAre());
}

TEST_F(SessionTest, DoesNotClaimToHaveExploredAllOrdersIfRequestsWithoutAnActorCameBetween) {
  for (const bool before_actors_end : {true, false}) {
    Open({.actors = {"alice"}});
    ASSERT_TRUE(session_->BeginRun().ok());
    if (before_actors_end) {
      ASSERT_TRUE(session_->RunUnscheduled(GetRoom()).ok());
    }
    ASSERT_TRUE(session_->ActorDone("alice", std::nullopt).ok());
    ASSERT_TRUE(session_->RunUnscheduled(GetRoom()).ok());
    ASSERT_TRUE(session_->EndRun(true, "").ok());
    ASSERT_TRUE(session_->BeginRun().ok());
    const Verdict verdict = session_->verdict();
    EXPECT_TRUE(verdict.passed);
    EXPECT_EQ(verdict.complete, !before_actors_end);
    EXPECT_EQ(verdict.unscheduled, before_actors_end ? 1u : 0u);
    EXPECT_EQ(verdict.summary.find("1 request without an actor") != std::string::npos, before_actors_end)
        << verdict.summary;
  }
}

TEST_F(SessionTest, ExecutesRequestsWithoutAnActorImmediately) {
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  ASSERT_TRUE(session_->RunUnscheduled(testing::Put("Rooms", {{"pk", S("room7")}})).ok());
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  ASSERT_TRUE(session_->EndRun(true, "").ok());
  ASSERT_EQ(session_->history(1)->entries.size(), 1u);
  EXPECT_EQ(session_->history(1)->entries.front().actor, "");
  EXPECT_EQ(session_->history(1)->entries.front().operation, "PutItem");
}

TEST_F(SessionTest, DeletesEachExpiredItemThatRequestsWithoutAnActorHavePut) {
  UpdateTimeToLiveRequest expiry;
  expiry.table_name = "Rooms";
  expiry.time_to_live_specification = TimeToLiveSpecification{true, "expires"};
  ASSERT_TRUE(database_->UpdateTimeToLive(expiry).ok());
  Open({.actors = {"alice"}});
  ASSERT_TRUE(session_->BeginRun().ok());
  for (const char* const room : {"room7", "room8", "room9"}) {
    const AttributeMap item = {{"pk", S(room)}, {"expires", testing::N("1799999999")}};
    ASSERT_TRUE(session_->RunUnscheduled(testing::Put("Rooms", item)).ok());
  }
  ASSERT_TRUE(session_->ActorDone("alice").ok());
  while (!session_->RunOver()) ASSERT_TRUE(session_->RunNextStep().ok());
  EXPECT_EQ(database_->CountSize().items, 0u);
  const auto ended = session_->EndRun(true, "");
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->failure, std::nullopt) << ended->failure->why;
}

}  // namespace
}  // namespace holdfast::race
