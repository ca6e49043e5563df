#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/suite_report/html_pieces.h"
#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(RacesSection, FoldsRacesThatHoldOrAreUnsupported) {
  const std::string section = RacesSection(SampleRun());
  EXPECT_THAT(section, HasSubstr("<details class=\"race holds\" id=\"race-1\">"));
  EXPECT_THAT(section, HasSubstr("<details class=\"race violated\" id=\"race-2\" open>"));
  EXPECT_THAT(section, HasSubstr("<details class=\"race inconclusive\" id=\"race-3\" open>"));
  EXPECT_THAT(section, HasSubstr("<details class=\"race unsupported\" id=\"race-4\">"));
  EXPECT_THAT(section, HasSubstr("<details class=\"race error\" id=\"race-5\" open>"));
}

TEST(RacesSection, PutsFailuresFirst) {
  const std::string section = RacesSection(SampleRun());
  EXPECT_LT(section.find("cancel-or-rebook"), section.find("one-booking-per-slot"));
  EXPECT_LT(section.find("no-lost-increment"), section.find("one-put-wins"));
}

TEST(RacesSection, ScalesBarsToTheLargestCount) {
  RunReport run = SampleRun();
  run.races.resize(1);
  run.races[0].event_counts = {{"operations", 400}, {"conditions refused", 100}, {"unknown outcomes", 0}};
  const std::string section = RacesSection(run);
  EXPECT_THAT(section, HasSubstr(">400</td><td class=\"bar\" aria-hidden=\"true\"><i style=\"width:100.0%\">"));
  EXPECT_THAT(section, HasSubstr(">100</td><td class=\"bar\" aria-hidden=\"true\"><i style=\"width:25.0%\">"));
  EXPECT_THAT(section, HasSubstr(">0</td><td class=\"bar\" aria-hidden=\"true\"></td>"));
}

TEST(RacesSection, DistinguishesAConvictedControl) {
  RunReport run = SampleRun();
  run.races.resize(1);
  EXPECT_THAT(RacesSection(run), HasSubstr("<b>Convicted</b>, as it must be, in 3 rounds."));
  EXPECT_THAT(RacesSection(run), HasSubstr("in round 1, 64 puts succeeded"));
  run.races[0].control_convicted = false;
  EXPECT_THAT(RacesSection(run), HasSubstr("<b>Not convicted</b> in 3 rounds"));
  run.races[0].control_rounds = 0;
  EXPECT_THAT(RacesSection(run), HasSubstr("<b>Not run</b>"));
}

TEST(RacesSection, HasTheHistoryOfEveryViolation) {
  const std::string section = RacesSection(SampleRun());
  size_t witnesses = 0;
  for (size_t at = section.find("class=\"witness\""); at != std::string::npos;
       at = section.find("class=\"witness\"", at + 1)) {
    ++witnesses;
  }
  EXPECT_EQ(witnesses, 5u);
  EXPECT_THAT(section, HasSubstr("<summary>3 more findings</summary>"));
  EXPECT_THAT(section, HasSubstr("<b>--only races/no-lost-increment</b>"));
}

TEST(RacesSection, EscapesEverything) {
  RunReport run = SampleRun();
  const std::string evil = "<script>evil()</script>\"'\xFF";
  RaceReport& race = run.races[1];
  race.group = race.name = race.invariant = race.control = race.control_finding = race.note = evil;
  race.event_counts = {{evil, 1}};
  race.violations[0].what = race.violations[0].witness.explanation = evil;
  race.violations[0].witness.steps[0].request = race.violations[0].witness.steps[0].response = evil;
  const std::string section = RacesSection(run);
  EXPECT_THAT(section, Not(HasSubstr("<script")));
  EXPECT_THAT(section, Not(HasSubstr("\xFF")));
  EXPECT_THAT(section, HasSubstr("&lt;script&gt;evil()&lt;/script&gt;&quot;&#39;\uFFFD"));
}

TEST(RacesSection, IsEmptyWithoutRaces) { EXPECT_EQ(RacesSection(RunReport()), ""); }

}  // namespace
}  // namespace holdfast::conformance
