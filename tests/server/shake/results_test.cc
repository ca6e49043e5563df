#include "server/shake/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/shake/report.h"

namespace holdfast::server::shake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr AnomalyClass kReordering = AnomalyClass::kReordering;
constexpr AnomalyClass kIndexLag = AnomalyClass::kIndexLag;
constexpr AnomalyClass kConflicts = AnomalyClass::kConflicts;

Run MakeRun(ClassSet classes, bool failed, uint64_t seed = 1) {
  Run run;
  run.seed = seed;
  run.classes = classes;
  run.failed = failed;
  run.status = failed ? 1 : 0;
  if (failed) run.failure_line = "not ok 1 - one nurse per visit";
  return run;
}

// For each row `<class>: <alone>, <with>, <without>`, each as Share::Text formats it.
std::vector<std::string> FormatRows(const std::vector<Row>& rows) {
  std::vector<std::string> texts;
  for (const Row& row : rows) {
    texts.push_back(std::string(NameOf(row.anomaly)) + ": " + row.alone.Text() + ", " + row.with.Text() + ", " +
                    row.without.Text());
  }
  return texts;
}

TEST(ShakeResults, DistinguishTheClassThatFailsFromThoseInTheSameRuns) {
  const std::vector<shake::Run> runs = {MakeRun({kReordering}, false), MakeRun({kReordering, kIndexLag}, true),
                                        MakeRun({kReordering, kConflicts}, false),
                                        MakeRun({kReordering, kIndexLag, kConflicts}, true)};
  EXPECT_THAT(FormatRows(MakeRows(runs, {kReordering, kIndexLag, kConflicts})),
              ElementsAre("reordering: 0 of 1, 2 of 4, -", "index-lag: 1 of 1, 2 of 2, 0 of 2",
                          "conflicts: 0 of 1, 1 of 2, 1 of 2"));
}

TEST(ShakeResults, DoNotBlameAClassForFailuresOfReordering) {
  const std::vector<shake::Run> runs = {MakeRun({kReordering}, true), MakeRun({kReordering, kConflicts}, true),
                                        MakeRun({kConflicts}, false)};
  EXPECT_THAT(FormatRows(MakeRows(runs, {kReordering, kConflicts})),
              ElementsAre("reordering: 1 of 1, 2 of 2, 0 of 1", "conflicts: 0 of 1, 1 of 2, 1 of 1"));
}

TEST(ShakeResults, TableNamesTheFailureAndTheClassesThatDidNotHappen) {
  const std::vector<shake::Run> runs = {MakeRun({kIndexLag}, true), MakeRun({kConflicts}, false)};
  const std::string table = TableText(MakeRows(runs, {kIndexLag, kConflicts}));
  EXPECT_THAT(table, HasSubstr("+ index lag            1 of 1       1 of 1           0 of 1   "));
  EXPECT_THAT(table, HasSubstr("← not ok 1 - one nurse per visit"));
  EXPECT_THAT(table, HasSubstr("did not happen; it takes a transaction"));
  EXPECT_THAT(table, Not(HasSubstr("reordering")));
}

TEST(ShakeResults, SimplestFailureHasTheFewestClasses) {
  const std::vector<shake::Run> runs = {MakeRun({kReordering, kIndexLag, kConflicts}, true, 1),
                                        MakeRun({kReordering}, false, 2), MakeRun({kReordering, kIndexLag}, true, 3),
                                        MakeRun({kReordering, kIndexLag}, true, 4)};
  ASSERT_NE(SimplestFailure(runs), nullptr);
  EXPECT_EQ(SimplestFailure(runs)->seed, 3u);
  EXPECT_EQ(SimplestFailure({MakeRun({kReordering}, false)}), nullptr);
}

TEST(ShakeResults, ListALostUpdateOnceForEachOperationAndTable) {
  shake::Run first = MakeRun({kReordering}, false);
  first.lost_updates = {{"PutItem", "Rooms", "room7", 3, 4}, {"PutItem", "Rooms", "room8", 5, 6}};
  shake::Run second = MakeRun({kReordering}, false);
  second.lost_updates = {{"PutItem", "Rooms", "room7", 3, 4}, {"UpdateItem", "Rooms", "room7", 3, 4}};
  const auto distinct = DistinctLostUpdates({first, second});
  ASSERT_EQ(distinct.size(), 2u);
  EXPECT_EQ(LostUpdates::Describe(distinct[0]),
            "PutItem of room7 in Rooms overwrites v4 without a condition; the item was last read as v3");
}

TEST(ShakeResults, TablesWithANewNameInEachRunAreListedOnce) {
  shake::Run first = MakeRun({kReordering}, false);
  first.lost_updates = {{"PutItem", "Rooms-3c1f0f2e-8a52-4d0b-9f0e-1c2d3e4f5a6b", "room7", 3, 4}};
  shake::Run second = MakeRun({kReordering}, false);
  second.lost_updates = {{"PutItem", "Rooms-a7d9c1b0-0000-4111-8222-93a4b5c6d7e8", "room7", 3, 4}};
  EXPECT_EQ(DistinctLostUpdates({first, second}).size(), 1u);
}

TEST(ShakeResults, TextListsTenLostUpdatesAndCountsTheRest) {
  ShakeResult result;
  result.runs = {MakeRun({kReordering}, false)};
  for (char name = 'a'; name < 'm'; ++name) {
    result.runs[0].lost_updates.push_back({"PutItem", "Rooms_" + std::string(1, name), "room7", 3, 4});
  }
  EXPECT_THAT(ResultText(result), HasSubstr("in Rooms_j overwrites"));
  EXPECT_THAT(ResultText(result), Not(HasSubstr("in Rooms_k overwrites")));
  EXPECT_THAT(ResultText(result), HasSubstr("\n  and 2 more (--json, --report)\n"));
}

TEST(ShakeResults, AnInterruptionBeforeTheFirstRunEndsIsNamed) {
  ShakeResult result;
  EXPECT_THAT(ResultPage(result), HasSubstr("<h1>There was no run with anomalies</h1>"));
  result.interrupted = true;
  EXPECT_EQ(ResultText(result), "\nInterrupted before a run with anomalies had ended.\n");
  result.runs = {MakeRun({kReordering}, false)};
  EXPECT_THAT(ResultText(result), HasSubstr("\nNone of 1 run failed, interrupted.\n"));
}

ShakeResult MakeResult() {
  ShakeResult result;
  result.flags.command = {"npm", "run", "it's <ours>"};
  result.seed = 7;
  result.runs = {MakeRun({kReordering}, true, 7)};
  result.runs[0].notes = {"a lost reply: PutItem <b> in T"};
  result.smallest = SmallestSet{7, {kReordering}, {9, 10}};
  result.first_output = "<script>alert(1)</script>";
  return result;
}

TEST(ShakeResults, ASetWhoseReductionWasInterruptedIsNotSaidToHaveBeenRepeated) {
  ShakeResult result = MakeResult();
  result.interrupted = true;
  result.smallest->repeated = {0, 0};
  EXPECT_THAT(ResultText(result), HasSubstr("\n  (interrupted before it was reduced and repeated)\n"));
  EXPECT_THAT(ResultPage(result), HasSubstr("with seed 7: interrupted before it was reduced and repeated."));
}

TEST(ShakeResults, AnInterruptedResultWithoutAFailureIsInconclusive) {
  ShakeResult result;
  result.runs = {MakeRun({kReordering}, false)};
  EXPECT_THAT(ResultPage(result), HasSubstr("class=\"holds\""));
  result.interrupted = true;
  EXPECT_THAT(ResultPage(result), HasSubstr("<header class=\"inconclusive\">"));
}

TEST(ShakeResults, TextHasTheCommandThatReproducesTheFailure) {
  EXPECT_THAT(ResultText(MakeResult()),
              HasSubstr("Smallest set that fails: reordering. Again:\n"
                        "  holdfast shake --runs 1 --seed 7 --only reordering -- npm run 'it'\\''s <ours>'\n"
                        "  (failed 9 of 10)\n"));
}

TEST(ShakeResults, PageEscapesWhatTheCommandPrints) {
  const std::string page = ResultPage(MakeResult());
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("PutItem &lt;b&gt; in T"));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
}

TEST(ShakeResults, JsonHasTheCommandTheSeedAndTheSmallestSet) {
  const std::string json = ResultJson(MakeResult());
  EXPECT_THAT(json, ::testing::StartsWith(R"({"command":["npm","run","it's <ours>"],"seed":7,)"));
  EXPECT_THAT(json, HasSubstr(R"("smallest":{"classes":"reordering","seed":7,"repeated":{"failed":9,"runs":10})"));
  EXPECT_THAT(json, ::testing::EndsWith("}]}\n"));
}

}  // namespace
}  // namespace holdfast::server::shake
