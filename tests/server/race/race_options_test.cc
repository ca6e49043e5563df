#include "server/race/race_options.h"

#include <gtest/gtest.h>

#include "server/dispatch/operation_table.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

RaceOptions Read(std::string_view json) {
  const Parsed body(json);
  Result<RaceOptions, std::string> options = ReadRaceOptions(*body, IsOperation);
  EXPECT_TRUE(options.ok()) << options.error();
  return options.ok() ? std::move(options).value() : RaceOptions();
}

TEST(RaceOptionsTest, OnlyActorsAreRequired) {
  const RaceOptions options = Read(R"({"actors":["alice","b.o-b_2"]})");
  const race::SessionOptions& session = options.session;
  EXPECT_EQ(session.actors, (std::vector<std::string>{"alice", "b.o-b_2"}));
  EXPECT_EQ(StrategyName(session.strategy), "exhaustive");
  EXPECT_TRUE(std::get<race::Exhaustive>(session.strategy).reduction);
  EXPECT_EQ(std::get<race::Exhaustive>(session.strategy).preemptions, std::nullopt);
  EXPECT_EQ(session.max_runs, 2'000u);
  EXPECT_EQ(session.stale_reads, 0u);
  EXPECT_EQ(session.index_lag, 0u);
  EXPECT_TRUE(session.shrink);
  EXPECT_FALSE(session.continue_after_failure);
  EXPECT_TRUE(session.settles_explicitly);
  EXPECT_TRUE(session.ignore_conditions.empty());
  EXPECT_FALSE(options.keys_are_actors);
  EXPECT_EQ(options.quiescence.count(), 200);
  EXPECT_EQ(options.stuck.count(), 5'000);
  EXPECT_EQ(options.delay.count(), 1'000);
  EXPECT_EQ(options.idle.count(), 60);
}

TEST(RaceOptionsTest, EveryOptionIsRead) {
  const RaceOptions options = Read(R"({
      "actors":["a","b"], "strategy":"exhaustive", "reduction":false, "preemptions":2, "seed":7, "max_runs":10,
      "stale_reads":1, "index_lag":2, "keys_are_actors":true, "stop_at_failure":false, "shrink":false,
      "quiescence_ms":1, "stuck_ms":2, "delay_ms":3, "idle_seconds":4, "require":{"conflicts":5},
      "ignore_conditions":["Rooms"],
      "faults":[{"on":"Query","table":"T","index":"I","actor":"a","nth":3,"do":"throttle","budget":4}],
      "always":[{"name":"n","table":"T","where":"#s = :c","each":"x","unique":["p","q"],"names":{"#s":"status"},
                 "values":{":c":{"S":"open"}}}]})");
  const race::SessionOptions& session = options.session;
  EXPECT_FALSE(std::get<race::Exhaustive>(session.strategy).reduction);
  EXPECT_EQ(std::get<race::Exhaustive>(session.strategy).preemptions, 2u);
  EXPECT_EQ(session.seed, 7u);
  EXPECT_EQ(session.max_runs, 10u);
  EXPECT_EQ(session.stale_reads, 1u);
  EXPECT_EQ(session.index_lag, 2u);
  EXPECT_TRUE(options.keys_are_actors);
  EXPECT_TRUE(session.continue_after_failure);
  EXPECT_FALSE(session.shrink);
  EXPECT_EQ(options.quiescence.count(), 1);
  EXPECT_EQ(options.stuck.count(), 2);
  EXPECT_EQ(options.delay.count(), 3);
  EXPECT_EQ(options.idle.count(), 4);
  EXPECT_EQ(session.require.at("conflicts"), 5u);
  EXPECT_EQ(session.ignore_conditions, std::vector<std::string>{"Rooms"});
  ASSERT_EQ(session.faults.size(), 1u);
  const race::FaultRule& fault = session.faults[0];
  EXPECT_EQ(fault.operation, "Query");
  EXPECT_EQ(fault.table, "T");
  EXPECT_EQ(fault.index, "I");
  EXPECT_EQ(fault.actor, "a");
  EXPECT_EQ(fault.nth, 3u);
  EXPECT_EQ(fault.action, race::FaultAction::kThrottle);
  EXPECT_EQ(fault.budget, 4u);
  EXPECT_EQ(fault.probability, 0.5);
  ASSERT_EQ(session.always.size(), 1u);
  const race::Invariant& invariant = session.always[0];
  EXPECT_EQ(invariant.name, "n");
  EXPECT_EQ(invariant.table, "T");
  EXPECT_EQ(invariant.where, "#s = :c");
  EXPECT_EQ(invariant.each, "x");
  EXPECT_EQ(invariant.unique, (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(invariant.fields.names->at(0).second, "status");
  EXPECT_EQ(invariant.fields.values->at(0).second, AttributeValue::String("open"));
}

TEST(RaceOptionsTest, ATableMayBeNamedByItsArn) {
  const RaceOptions options = Read(R"({"actors":["a"],
      "ignore_conditions":["arn:aws:dynamodb:us-east-1:111111111111:table/Rooms"],
      "faults":[{"do":"throttle","table":"arn:aws:dynamodb:us-east-1:111111111111:table/Rooms"}],
      "always":[{"name":"n","table":"arn:aws:dynamodb:us-east-1:111111111111:table/Rooms","each":"x"}]})");
  EXPECT_EQ(options.session.ignore_conditions, std::vector<std::string>{"Rooms"});
  EXPECT_EQ(options.session.faults.at(0).table, "Rooms");
  EXPECT_EQ(options.session.always.at(0).table, "Rooms");
}

TEST(RaceOptionsTest, Strategies) {
  const RaceOptions random =
      Read(R"({"actors":["a"],"strategy":"random","faults":[{"do":"throttle","probability":0.25}]})");
  EXPECT_EQ(random.session.faults.at(0).probability, 0.25);
  EXPECT_EQ(StrategyName(Read(R"({"actors":["a"],"strategy":"random"})").session.strategy), "random");
  const RaceOptions pct = Read(R"({"actors":["a"],"strategy":"pct","depth":5})");
  EXPECT_EQ(std::get<race::ProbabilisticConcurrency>(pct.session.strategy).depth, 5u);
  EXPECT_EQ(
      std::get<race::ProbabilisticConcurrency>(Read(R"({"actors":["a"],"strategy":"pct"})").session.strategy).depth,
      3u);
  const RaceOptions replay = Read(R"({"actors":["a"],"strategy":"replay","schedule":"a*2"})");
  EXPECT_EQ(std::get<race::Replay>(replay.session.strategy).schedule, "a*2");
  EXPECT_EQ(StrategyName(replay.session.strategy), "replay");
}

TEST(RaceOptionsTest, NullMeansAbsentAndTrueMeansAllTables) {
  const RaceOptions options =
      Read(R"({"actors":["a"],"preemptions":null,"seed":null,"faults":null,"ignore_conditions":true})");
  EXPECT_EQ(options.session.seed, 42u);
  EXPECT_EQ(options.session.ignore_conditions, std::vector<std::string>{"*"});
  EXPECT_TRUE(Read(R"({"actors":["a"],"ignore_conditions":false})").session.ignore_conditions.empty());
}

}  // namespace
}  // namespace holdfast::server
