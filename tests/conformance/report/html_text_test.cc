#include "conformance/report/html_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/conformance/report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;

TEST(Escaped, LeavesNoMarkup) {
  EXPECT_EQ(Escaped("<script>alert(\"1\")</script>"), "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  EXPECT_EQ(Escaped("' onclick='x"), "&#39; onclick=&#39;x");
  EXPECT_EQ(Escaped("&lt;"), "&amp;lt;");
}

TEST(Escaped, KeepsCharactersAndReplacesWhatIsNone) {
  EXPECT_EQ(Escaped("\U0001F600 caf\u00E9"), "\U0001F600 caf\u00E9");
  EXPECT_EQ(Escaped("a\xFF<"), "a\uFFFD&lt;");
  EXPECT_EQ(Escaped(std::string("\0\x1B", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(Escaped("a\n\tb"), "a\n\tb");
}

TEST(VerdictMark, DiffersBySignAndNotByColourAlone) {
  std::set<std::string_view> signs;
  for (const Verdict verdict : kGravestFirst) {
    signs.insert(VerdictSign(verdict));
    EXPECT_THAT(VerdictMark(verdict), HasSubstr(VerdictName(verdict).data()));
  }
  EXPECT_EQ(signs.size(), kGravestFirst.size());
}

TEST(AnchorOf, IsDifferentForEach) {
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
