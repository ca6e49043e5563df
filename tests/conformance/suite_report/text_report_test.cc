#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/suite_report/reports.h"
#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string LastLine(const std::string& text) {
  const size_t end = text.size() - 1;
  return text.substr(text.rfind('\n', end - 1) + 1);
}

TEST(TextReport, HasALinePerRaceWithItsEventCounts) {
  const std::string text = TextReport(SampleRun(), Colours::kNone);
  EXPECT_THAT(text,
              HasSubstr("  holds         one-put-wins             200 rounds, control convicted; 12,800 operations, "
                        "11,942 overlapping operations, 12,600 conditions refused, 7 wins of client 0\n"));
  EXPECT_THAT(text, HasSubstr("  unsupported   one-booking-per-slot  1 round\n"));
  EXPECT_THAT(text, HasSubstr("      the control was not convicted, so that the race proves nothing here"));
  EXPECT_THAT(text, HasSubstr("not convicted in 3 rounds: The condition is taken off the put.\n"));
}

TEST(TextReport, CountsTheCasesThatHoldAndNamesTheOthers) {
  const std::string text = TextReport(SampleRun(), Colours::kNone);
  EXPECT_THAT(text, HasSubstr("  violated      old-item-on-refusal: A refused write returns the item it met.\n"
                              "      Item: expected {\"pk\":{\"S\":\"a\"}}, was absent\n"));
  EXPECT_THAT(text, HasSubstr("  holds         conditions: 2 of 4 cases\n"));
  EXPECT_THAT(text, Not(HasSubstr("put-if-absent")));
}

TEST(TextReport, ShowsTheFirstHistoriesAndHowToRepeatThem) {
  const std::string text = TextReport(SampleRun(), Colours::kNone);
  EXPECT_THAT(text, HasSubstr("Violated: no-lost-increment (races)\n"
                              "  A counter equals the number of increments that succeeded.\n"
                              "  round 3: The counter says 1 after two increments succeeded.\n"));
  EXPECT_THAT(text, HasSubstr("ADD hits 1"));
  EXPECT_THAT(text, HasSubstr("Client 0 had its answer"));
  EXPECT_THAT(text, Not(HasSubstr("round 6:")));
  EXPECT_THAT(text, HasSubstr("  and 2 more findings like these\n"));
  EXPECT_THAT(text, HasSubstr("--seed 9007199254740993 --only races/no-lost-increment\n"));
}

TEST(TextReport, FindingsPrecedeWhatHolds) {
  const std::string text = TextReport(SampleRun(), Colours::kNone);
  EXPECT_LT(text.find("Violated: no-lost-increment"), text.find("old-item-on-refusal"));
  EXPECT_LT(text.find("old-item-on-refusal"), text.find("  holds "));
}

TEST(TextReport, NamesWhatTheEndpointLacksOnce) {
  const std::string text = TextReport(SampleRun(), Colours::kNone);
  EXPECT_THAT(text, HasSubstr("  unsupported   TransactWriteItems, needed by 2 of the races and cases\n"));
  EXPECT_EQ(text.find("TransactWriteItems"), text.rfind("TransactWriteItems"));
}

TEST(TextReport, MarksARaceThatHeldForFewerRoundsThanRequested) {
  RunReport run = SampleRun();
  run.races[0].rounds = 3;
  EXPECT_THAT(TextReport(run, Colours::kNone), HasSubstr("  holds, brief  one-put-wins             3 of 200 rounds"));
}

TEST(TextReport, EndsWithTheVerdict) {
  EXPECT_THAT(LastLine(TextReport(SampleRun(), Colours::kNone)),
              ContainsRegex("^Verdict: error\\. 1 race and 1 case do not "));
  RunReport good = SampleRun();
  good.races.resize(1);
  good.cases.resize(1);
  EXPECT_THAT(LastLine(TextReport(good, Colours::kNone)),
              HasSubstr("Verdict: holds. Everything holds: 1 race and 1 case."));
}

TEST(TextReport, IsColouredOnlyIfAsked) {
  EXPECT_THAT(TextReport(SampleRun(), Colours::kAnsi), HasSubstr("\x1B[1;31mviolated    \x1B[0m"));
  EXPECT_THAT(TextReport(SampleRun(), Colours::kNone), Not(HasSubstr("\x1B")));
}

TEST(TextReport, EscapesControlCharactersOfResponses) {
  RunReport run = SampleRun();
  run.endpoint = "http://\x1B]0;owned\x07";
  run.races[1].name = "na\x1B[2Jme";
  run.races[1].violations[0].what = "line\nbreak \xFF";
  run.races[1].violations[0].witness.explanation = "because \x1B[31m";
  run.cases[1].complaints = {"\x1B[8mhidden"};
  const std::string text = TextReport(run, Colours::kNone);
  EXPECT_THAT(text, Not(HasSubstr("\x1B")));
  EXPECT_THAT(text, Not(HasSubstr("\x07")));
  EXPECT_THAT(text, Not(HasSubstr("\xFF")));
  EXPECT_THAT(text, HasSubstr("line\\nbreak \uFFFD\n"));
}

}  // namespace
}  // namespace holdfast::conformance
