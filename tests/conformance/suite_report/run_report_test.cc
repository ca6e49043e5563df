#include "conformance/suite_report/run_report.h"

#include <gtest/gtest.h>

#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

RunReport RunWith(Verdict of_case, Verdict of_race) {
  RunReport run;
  run.cases.resize(3);
  run.cases[1].verdict = of_case;
  run.races.resize(3);
  run.races[1].verdict = of_race;
  return run;
}

TEST(Overall, IsTheMostSevereOfCasesAndRaces) {
  for (size_t more_severe = 0; more_severe < kMostSevereFirst.size(); ++more_severe) {
    for (size_t less_severe = more_severe; less_severe < kMostSevereFirst.size(); ++less_severe) {
      EXPECT_EQ(Overall(RunWith(kMostSevereFirst[more_severe], kMostSevereFirst[less_severe])),
                kMostSevereFirst[more_severe]);
      EXPECT_EQ(Overall(RunWith(kMostSevereFirst[less_severe], kMostSevereFirst[more_severe])),
                kMostSevereFirst[more_severe]);
    }
  }
}

TEST(IsMoreSevere, OrdersTheVerdicts) {
  EXPECT_TRUE(IsMoreSevere(Verdict::kError, Verdict::kViolated));
  EXPECT_TRUE(IsMoreSevere(Verdict::kViolated, Verdict::kWording));
  EXPECT_TRUE(IsMoreSevere(Verdict::kWording, Verdict::kInconclusive));
  EXPECT_TRUE(IsMoreSevere(Verdict::kInconclusive, Verdict::kUnsupported));
  EXPECT_TRUE(IsMoreSevere(Verdict::kUnsupported, Verdict::kHolds));
  EXPECT_FALSE(IsMoreSevere(Verdict::kHolds, Verdict::kHolds));
}

TEST(Overall, OfARunWithEveryVerdictIsAnError) { EXPECT_EQ(Overall(SampleRun()), Verdict::kError); }

TEST(Overall, IsAnErrorForAnEmptyRun) { EXPECT_EQ(Overall(RunReport()), Verdict::kError); }

TEST(ExitStatus, DistinguishesTheVerdictsForScripts) {
  EXPECT_EQ(ExitStatus(Verdict::kHolds), 0);
  EXPECT_EQ(ExitStatus(Verdict::kUnsupported), 0);
  EXPECT_EQ(ExitStatus(Verdict::kViolated), 1);
  EXPECT_EQ(ExitStatus(Verdict::kWording), 1);
  EXPECT_EQ(ExitStatus(Verdict::kError), 2);
  EXPECT_EQ(ExitStatus(Verdict::kInconclusive), 3);
}

TEST(VerdictName, IsOneWord) {
  EXPECT_EQ(VerdictName(Verdict::kHolds), "holds");
  EXPECT_EQ(VerdictName(Verdict::kViolated), "violated");
  EXPECT_EQ(VerdictName(Verdict::kWording), "wording");
  EXPECT_EQ(VerdictName(Verdict::kInconclusive), "inconclusive");
  EXPECT_EQ(VerdictName(Verdict::kUnsupported), "unsupported");
  EXPECT_EQ(VerdictName(Verdict::kError), "error");
}

}  // namespace
}  // namespace holdfast::conformance
