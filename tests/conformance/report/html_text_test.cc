#include "conformance/report/html_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/conformance/report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;

TEST(EscapeHtml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeHtml("<script>alert(\"1\")</script>"), "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  EXPECT_EQ(EscapeHtml("' onclick='x"), "&#39; onclick=&#39;x");
  EXPECT_EQ(EscapeHtml("&lt;"), "&amp;lt;");
}

TEST(EscapeHtml, KeepsCharactersAndReplacesWhatIsNone) {
  EXPECT_EQ(EscapeHtml("\U0001F600 caf\u00E9"), "\U0001F600 caf\u00E9");
  EXPECT_EQ(EscapeHtml("a\xFF<"), "a\uFFFD&lt;");
  EXPECT_EQ(EscapeHtml(std::string("\0\x1B", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(EscapeHtml("a\n\tb"), "a\n\tb");
}

TEST(VerdictMark, DiffersBySignAndNotByColourAlone) {
  std::set<std::string_view> signs;
  for (const Verdict verdict : kMostSevereFirst) {
    signs.insert(VerdictSign(verdict));
    EXPECT_THAT(VerdictMark(verdict), HasSubstr(VerdictName(verdict).data()));
  }
  EXPECT_EQ(signs.size(), kMostSevereFirst.size());
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
