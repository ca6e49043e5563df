#include "conformance/suite_report/html_pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;

TEST(VerdictMark, DiffersBySignAndNotByColourAlone) {
  std::set<std::string_view> signs;
  for (const Verdict verdict : kMostSevereFirst) {
    signs.insert(VerdictSign(verdict));
    EXPECT_THAT(VerdictMark(verdict), HasSubstr(std::string(VerdictSign(verdict))));
    EXPECT_THAT(VerdictMark(verdict), HasSubstr(std::string(VerdictName(verdict))));
  }
  EXPECT_EQ(signs.size(), kMostSevereFirst.size());
}

TEST(AnchorOf, IsUnique) {
  const RunReport run = SampleRun();
  std::set<std::string> anchors;
  for (const RaceReport& race : run.races) anchors.insert(AnchorOf(run, race));
  for (const CaseReport& one : run.cases) anchors.insert(AnchorOf(run, one));
  EXPECT_EQ(anchors.size(), run.races.size() + run.cases.size());
}

TEST(RepeatBlock, EscapesTheCommandAndKeepsEachFlagWithItsValue) {
  EXPECT_THAT(RepeatBlock("race --seed 9 --only 'a&b'"),
              HasSubstr("<b>race</b> <b>--seed 9</b> <b>--only &#39;a&amp;b&#39;</b></code>"));
}

}  // namespace
}  // namespace holdfast::conformance
