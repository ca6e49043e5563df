// Compares reduction with brute force on random programs: reduction must lose no outcome, and must count all orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/race/random_programs.h"
#include "tests/support/sanitizers.h"
#include "tests/support/seeded_test.h"

namespace holdfast::race {
namespace {

using testing::Explored;
using testing::ExploreProgram;
using testing::ProgramGenerator;
using testing::ProgramTables;
using testing::RandomProgram;
using testing::StartDatabase;

constexpr uint64_t kBruteForceRunsMax = 1'500;
constexpr int kPrograms = kSanitized ? 20 : 200;
constexpr int kBoundedPrograms = kSanitized ? 6 : 60;

Explored ExploreBy(const RandomProgram& random, Exhaustive strategy, bool expiry) {
  const auto database = StartDatabase(expiry);
  SessionOptions options = random.options;
  options.strategy = strategy;
  if (!strategy.reduction) options.max_runs = kBruteForceRunsMax;
  return ExploreProgram(*database, ProgramTables(), options, random.program);
}

TEST(Reduction, LosesNoOutcomeOfRandomPrograms) {
  HOLDFAST_SEEDED_RANDOM(random);
  ProgramGenerator generator(random);
  uint64_t orders = 0;
  uint64_t runs = 0;
  uint64_t redundant = 0;
  for (int compared = 0; compared < kPrograms;) {
    const RandomProgram program = generator.Generate();
    const bool expiry = random.Below(8) == 0;
    SCOPED_TRACE(program.text + (expiry ? " expiry" : ""));
    const Explored all = ExploreBy(program, {.reduction = false}, expiry);
    if (all.complete_runs >= kBruteForceRunsMax) continue;
    const Explored reduced = ExploreBy(program, {}, expiry);
    ASSERT_EQ(reduced.outcomes, all.outcomes);
    ASSERT_LE(reduced.complete_runs, all.complete_runs);
    ASSERT_TRUE(all.verdict.passed) << all.verdict.summary;
    ASSERT_TRUE(reduced.verdict.passed) << reduced.verdict.summary;
    // Of equivalent orders, exactly one was run to its end. The count of orders includes the others.
    ASSERT_TRUE(reduced.verdict.counts.orders.has_value());
    ASSERT_EQ(*reduced.verdict.counts.orders, static_cast<double>(all.complete_runs));
    orders += all.complete_runs;
    runs += reduced.complete_runs;
    redundant += reduced.verdict.counts.pruned;
    ++compared;
  }
  RecordProperty("orders", std::to_string(orders));
  RecordProperty("runs", std::to_string(runs));
  std::cout << kPrograms << " programs: " << orders << " orders, of which " << runs << " were run with reduction (and "
            << redundant << " begun)\n";
}

TEST(Reduction, LosesNoOutcomeWithinABoundOnPreemptions) {
  HOLDFAST_SEEDED_RANDOM(random);
  ProgramGenerator generator(random);
  for (int compared = 0; compared < kBoundedPrograms;) {
    const RandomProgram program = generator.Generate();
    const uint32_t bound = static_cast<uint32_t>(random.Below(3));
    SCOPED_TRACE(absl::StrCat(program.text, " bound ", bound));
    const Explored all = ExploreBy(program, {.reduction = false, .preemptions = bound}, false);
    if (all.complete_runs >= kBruteForceRunsMax) continue;
    const Explored reduced = ExploreBy(program, {.preemptions = bound}, false);
    ASSERT_EQ(reduced.outcomes, all.outcomes);
    ASSERT_LE(reduced.complete_runs, all.complete_runs);
    ++compared;
  }
}

TEST(Reduction, RunsIndependentActorsOnce) {
  const testing::Program program = {
      {"ann", {[](const std::string&) {
         return testing::Put("Plain", {{"pk", testing::S("a")}});
       }}},
      {"bob", {[](const std::string&) {
         return testing::Put("Plain", {{"pk", testing::S("b")}});
       }}},
      {"cid", {[](const std::string&) {
         return testing::Get("Plain", {{"pk", testing::S("c")}});
       }}},
  };
  const auto database = StartDatabase(false);
  const Explored explored = ExploreProgram(*database, ProgramTables(), {}, program);
  EXPECT_EQ(explored.complete_runs, 1u);
  EXPECT_EQ(explored.verdict.counts.orders, 6);
  EXPECT_EQ(explored.verdict.counts.pruned, 0u);
  EXPECT_EQ(explored.verdict.summary,
            "no run failed: 1 order was run of 6, and the others differ from one of them only in the order of steps "
            "that do not affect each other");
}

}  // namespace
}  // namespace holdfast::race
