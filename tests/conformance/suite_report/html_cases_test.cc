#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/suite_report/html_pieces.h"
#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CasesSection, FoldsOnlyTheGroupsThatHold) {
  const std::string section = CasesSection(SampleRun());
  EXPECT_THAT(section,
              HasSubstr("<details class=\"cases\"><summary><h3>pages</h3><span class=\"aside\">1 holds</span>"));
  EXPECT_THAT(section, HasSubstr("<details class=\"cases\" open><summary><h3>conditions</h3><span class=\"aside\">"
                                 "1 violated, 1 inconclusive, 2 hold</span>"));
}

TEST(CasesSection, PutsFailuresFirst) {
  const std::string section = CasesSection(SampleRun());
  for (const char* const name : {"old-and-new-images", "put-if-absent", "last-key-resumes"}) {
    EXPECT_THAT(section, HasSubstr(name));
  }
  EXPECT_LT(section.find("iterator-after-number"), section.find("old-and-new-images"));
  EXPECT_LT(section.find("old-item-on-refusal"), section.find("no-arithmetic"));
  EXPECT_LT(section.find("no-arithmetic"), section.find("put-if-absent"));
  EXPECT_LT(section.find("condition-on-size"), section.find("last-key-resumes"));
}

TEST(CasesSection, HasComplaintsAndRepeatCommandsOfFailures) {
  const std::string section = CasesSection(SampleRun());
  EXPECT_THAT(section, HasSubstr("<li>message: expected &#39;The conditional request failed&#39;</li>"));
  EXPECT_THAT(section, HasSubstr("--only conditions/old-item-on-refusal"));
  EXPECT_THAT(section, Not(HasSubstr("--only conditions/put-if-absent")));
}

TEST(CasesSection, EscapesEverything) {
  RunReport run = SampleRun();
  const std::string evil = "<script>evil()</script>\"'\xFF";
  run.cases[1].group = run.cases[1].name = run.cases[1].sentence = evil;
  run.cases[1].complaints = {evil};
  const std::string section = CasesSection(run);
  EXPECT_THAT(section, Not(HasSubstr("<script")));
  EXPECT_THAT(section, Not(HasSubstr("\xFF")));
  EXPECT_THAT(section, HasSubstr("<li>&lt;script&gt;evil()&lt;/script&gt;&quot;&#39;\uFFFD</li>"));
}

TEST(CasesSection, IsEmptyWithoutCases) { EXPECT_EQ(CasesSection(RunReport()), ""); }

}  // namespace
}  // namespace holdfast::conformance
