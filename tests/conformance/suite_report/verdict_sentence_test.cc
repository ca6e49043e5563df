#include "conformance/suite_report/verdict_sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RunReport RunOf(std::vector<Verdict> races, std::vector<Verdict> cases) {
  RunReport run;
  for (const Verdict verdict : races) run.races.emplace_back().verdict = verdict;
  for (const Verdict verdict : cases) run.cases.emplace_back().verdict = verdict;
  return run;
}

TEST(Headline, SaysThatEverythingHolds) {
  EXPECT_EQ(Headline(RunOf({Verdict::kHolds}, {})), "Everything holds: 1 race.");
  EXPECT_EQ(Headline(RunOf({Verdict::kHolds, Verdict::kHolds}, {Verdict::kHolds})),
            "Everything holds: 2 races and 1 case.");
}

TEST(Headline, BeginsWithTheNumberThatDoesNotHold) {
  EXPECT_EQ(Headline(RunOf({Verdict::kViolated, Verdict::kHolds}, {Verdict::kHolds})),
            "1 race does not hold; the other 2 hold.");
  EXPECT_EQ(Headline(RunOf({Verdict::kError}, {Verdict::kViolated, Verdict::kViolated, Verdict::kHolds})),
            "2 cases do not hold; 1 race could not be run; the other 1 holds.");
  EXPECT_EQ(Headline(SampleRun()),
            "1 race and 1 case do not hold; 1 race and 1 case could not be run; 1 race and 1 case prove nothing; "
            "1 race and 1 case need what the endpoint lacks; the other 4 hold.");
}

TEST(Headline, DoesNotMentionOthersIfThereAreNone) {
  EXPECT_EQ(Headline(RunOf({Verdict::kInconclusive}, {})), "1 race proves nothing.");
}

TEST(Headline, CountsDifferencesInWordingSeparately) {
  EXPECT_EQ(Headline(RunOf({Verdict::kHolds}, {Verdict::kViolated, Verdict::kWording, Verdict::kWording})),
            "1 case does not hold; 2 cases differ only in the text of an error; the other 1 holds.");
}

TEST(Headline, CountsRacesWithFewerRoundsThanRequested) {
  RunReport run = RunOf({Verdict::kHolds, Verdict::kHolds}, {});
  run.rounds = 20;
  run.races[0].rounds = 20;
  run.races[1].rounds = 3;
  EXPECT_EQ(Headline(run), "Everything holds: 2 races, 1 race for fewer rounds than asked for.");
}

TEST(Headline, SaysThatNothingWasRun) { EXPECT_EQ(Headline(RunReport()), "Nothing was run."); }

TEST(Advice, CoversEachVerdictThatOccurred) {
  const std::string advice_on_violated = Advice(RunOf({Verdict::kViolated}, {Verdict::kHolds}));
  EXPECT_THAT(advice_on_violated, HasSubstr("broke a promise"));
  EXPECT_THAT(advice_on_violated, Not(HasSubstr("more clients")));
  EXPECT_THAT(Advice(RunOf({}, {Verdict::kWording})), HasSubstr("only a text differs"));
  const std::string advice_on_inconclusive = Advice(RunOf({Verdict::kInconclusive}, {Verdict::kUnsupported}));
  EXPECT_THAT(advice_on_inconclusive, HasSubstr("more clients"));
  EXPECT_THAT(advice_on_inconclusive, HasSubstr("unsupported"));
  EXPECT_THAT(Advice(RunOf({}, {Verdict::kError})), HasSubstr("run again"));
  EXPECT_THAT(Advice(RunOf({}, {Verdict::kHolds})), HasSubstr("another seed"));
  EXPECT_THAT(Advice(RunReport()), HasSubstr("names"));
}

TEST(CountVerdict, CountsRacesAndCasesSeparately) {
  const VerdictCount count =
      CountVerdict(RunOf({Verdict::kError, Verdict::kHolds}, {Verdict::kError, Verdict::kError}), Verdict::kError);
  EXPECT_EQ(count.races, 1);
  EXPECT_EQ(count.cases, 2);
  EXPECT_EQ(count.All(), 3);
}

}  // namespace
}  // namespace holdfast::conformance
