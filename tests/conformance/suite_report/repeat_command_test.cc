#include "conformance/suite_report/repeat_command.h"

#include <gtest/gtest.h>

#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

TEST(RepeatCommand, HasAllFlagsThatARaceDependsOn) {
  const RunReport run = SampleRun();
  EXPECT_EQ(RepeatCommand(run, run.races[0]),
            "holdfast-conformance --endpoint http://127.0.0.1:8000 --region eu-central-1 --clients 64 --rounds 200 "
            "--seed 18446744073709551615 --only races/one-put-wins");
}

TEST(RepeatCommand, TakesTheSeedOfTheViolation) {
  const RunReport run = SampleRun();
  EXPECT_EQ(RepeatCommand(run, run.races[1]),
            "holdfast-conformance --endpoint http://127.0.0.1:8000 --region eu-central-1 --clients 64 --rounds 200 "
            "--seed 9007199254740993 --only races/no-lost-increment");
}

TEST(RepeatCommand, OmitsClientsAndRoundsForACase) {
  const RunReport run = SampleRun();
  EXPECT_EQ(RepeatCommand(run, run.cases[0]),
            "holdfast-conformance --endpoint http://127.0.0.1:8000 --region eu-central-1 "
            "--seed 18446744073709551615 --only conditions/put-if-absent");
}

TEST(RepeatCommand, QuotesForTheShell) {
  RunReport run;
  run.endpoint = "http://h/?a=1&b=2";
  run.cases.resize(1);
  run.cases[0].group = "it's";
  run.cases[0].name = "$(reboot)";
  EXPECT_EQ(RepeatCommand(run, run.cases[0]),
            R"(holdfast-conformance --endpoint 'http://h/?a=1&b=2' --seed 0 --only 'it'\''s/$(reboot)')");
}

}  // namespace
}  // namespace holdfast::conformance
