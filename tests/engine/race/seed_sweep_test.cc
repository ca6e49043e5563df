// Samples one run for each seed from 1 to 10,000 (500 under a sanitizer) of a program with a bug of depth 3: counts the
// failures, shrinks and replays each of them, and checks that a seed gives the same history twice.
#include <gtest/gtest.h>

#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/race/steps/schedule.h"
#include "tests/engine/race/scripted_actors.h"
#include "tests/support/sanitizers.h"

namespace holdfast::race {
namespace {

using testing::S;

constexpr uint64_t kSeeds = kSanitized ? 500 : 10'000;

testing::Step Read(const char* key) {
  return [key](const std::string&) { return testing::Get("Rooms", {{"pk", S(key)}}); };
}
testing::Step Write(const char* key) {
  return [key](const std::string&) { return testing::Put("Rooms", {{"pk", S(key)}}); };
}

// The bug has depth 3, the number of its ordering constraints: alice writes `price` before bob's first read, and
// `discount` after his second and before his third read. Ten writes that nothing depends on delay her. Carol's requests
// do not affect the bug.
testing::Program Offer() {
  testing::Program program;
  for (int i = 0; i < 10; ++i) program["alice"].push_back(Write("alice's log"));
  program["alice"].push_back(Write("price"));
  program["alice"].push_back(Write("discount"));
  program["bob"] = {Read("price"), Read("discount"), Read("discount")};
  for (int i = 0; i < 3; ++i) program["carol"].push_back(Write("carol's log"));
  return program;
}
constexpr std::string_view kChangedOffer = "{pk: \"price\"}\nnothing\n{pk: \"discount\"}\n";

struct SweepResult {
  Verdict verdict;
  // The history of the witness, or else of the last run.
  History history;
};

// Explores Offer() in a new database, so that its commit numbers, which are a part of the history, start anew.
SweepResult ExploreOffer(SessionOptions options) {
  static const testing::Program program = Offer();
  const auto database = testing::MakeDatabase();
  testing::CreateTable(*database, "Rooms");
  EngineExecutor executor(*database, {});
  options.actors = {"alice", "bob", "carol"};
  const auto session = Session::Create(std::move(options), executor);
  if (!session.ok()) throw std::runtime_error(session.error());
  testing::ScriptedActors actors(**session, program);
  for (testing::ScriptedActors::RunResult run = actors.RunOnce(); !run.done; run = actors.RunOnce()) {
    const bool ok = run.responses["bob"] != kChangedOffer;
    EXPECT_TRUE((*session)->EndRun(ok, "bob saw the offer change").ok());
  }
  SweepResult swept{(*session)->verdict(), {}};
  const Failure* const witness = swept.verdict.witness();
  swept.history = *(*session)->history(witness != nullptr ? witness->run : swept.verdict.runs);
  return swept;
}

// One run, not shrunk.
SweepResult Sample(const StrategyOptions& strategy, uint64_t seed) {
  return ExploreOffer({.strategy = strategy, .seed = seed, .max_runs = 1, .shrink = false});
}

uint64_t CountFailingSeeds(const StrategyOptions& strategy) {
  uint64_t found = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) found += Sample(strategy, seed).verdict.failed;
  return found;
}

// The formatted history without its first line, which has the number of the run.
std::string OperationsOf(const History& history) {
  const std::string text = FormatHistory(history);
  return text.substr(text.find('\n'));
}

// Shrinks the failure of `seed`, and replays the shrunk schedule.
void ExpectShrunkAndReplayed(uint64_t seed, const Failure& failure) {
  const SweepResult shrunk = ExploreOffer({.strategy = PartialOrderSampling{}, .seed = seed, .max_runs = 1});
  ASSERT_TRUE(shrunk.verdict.failure.has_value());
  EXPECT_EQ(shrunk.verdict.failure->schedule, failure.schedule);
  ASSERT_TRUE(shrunk.verdict.shrunk.has_value());
  const Failure& witness = *shrunk.verdict.shrunk;
  // The simplest failure: eleven writes of alice, bob's first two reads, alice's last write, bob's third read. No actor
  // is left out, and it does not matter where carol's writes are.
  Schedule steps = *ParseSchedule(witness.schedule);
  EXPECT_EQ(std::erase_if(steps, [](const ScheduledStep& step) { return step.thread == "carol"; }), 3u);
  EXPECT_EQ(FormatSchedule(steps), "alice*11,bob*2,alice,bob#PPPPPPPPPPPGGPG");
  const SweepResult replayed = ExploreOffer({.strategy = Replay{witness.schedule}});
  ASSERT_TRUE(replayed.verdict.failure.has_value()) << replayed.verdict.summary;
  EXPECT_EQ(replayed.verdict.summary, "run 1 failed: " + failure.why);
  EXPECT_EQ(replayed.verdict.failure->kind, failure.kind);
  EXPECT_EQ(OperationsOf(replayed.history), OperationsOf(shrunk.history));
}

TEST(SeedSweep, TheBugHasDepthThree) {
  // An order with fewer than two preemptions satisfies at most two of the three ordering constraints of the bug.
  const SweepResult shallow =
      ExploreOffer({.strategy = Exhaustive{.reduction = false, .preemptions = 1}, .max_runs = 0});
  EXPECT_TRUE(shallow.verdict.passed) << shallow.verdict.summary;
  EXPECT_GT(shallow.verdict.counts.explored, 1u);
  const SweepResult deep = ExploreOffer({.strategy = Exhaustive{.preemptions = 2}, .max_runs = 0});
  EXPECT_EQ(deep.verdict.failed, 1u) << deep.verdict.summary;
}

TEST(SeedSweep, FindsShrinksAndReplaysABugOfDepthThree) {
  uint64_t found = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const SweepResult first = Sample(PartialOrderSampling{}, seed);
    ASSERT_EQ(first.verdict.runs, 1u);
    const SweepResult again = Sample(PartialOrderSampling{}, seed);
    ASSERT_EQ(FormatHistory(first.history), FormatHistory(again.history));
    ASSERT_EQ(first.verdict.failed, again.verdict.failed);
    if (first.verdict.failed == 0) continue;
    ++found;
    ExpectShrunkAndReplayed(seed, *first.verdict.failure);
    if (HasFailure()) return;
  }
  const uint64_t uniform = CountFailingSeeds(UniformlyRandom{});
  const uint64_t probabilistic = CountFailingSeeds(ProbabilisticConcurrency{.depth = 3, .steps = 18});
  const auto percent = [](uint64_t runs) { return 100.0 * static_cast<double>(runs) / kSeeds; };
  std::cout << "one run of each seed from 1 to " << kSeeds << " meets the bug in " << percent(found)
            << " % of them by partial-order sampling, " << percent(probabilistic)
            << " % by probabilistic concurrency testing, " << percent(uniform)
            << " % where each step is chosen uniformly\n";
  EXPECT_GT(found, uniform);
}

}  // namespace
}  // namespace holdfast::race
