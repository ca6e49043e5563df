#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/suite_report/reports.h"
#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(HtmlReport, OpensWithTheVerdictAndTheCounts) {
  const std::string page = HtmlReport(SampleRun());
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("<title>error: http://127.0.0.1:8000</title>"));
  EXPECT_THAT(page, HasSubstr("<h1>1 race and 1 case do not hold;"));
  EXPECT_THAT(page, HasSubstr("<b>2</b> violated"));
  EXPECT_THAT(page, HasSubstr("<b>4</b> hold<"));
  EXPECT_THAT(page, HasSubstr("<dd>18446744073709551615</dd>"));
}

TEST(HtmlReport, LinksToEachRaceAndCaseOnce) {
  const RunReport run = SampleRun();
  const std::string page = HtmlReport(run);
  for (size_t i = 1; i <= run.races.size(); ++i) {
    EXPECT_EQ(Count(page, "href=\"#race-" + std::to_string(i) + "\""), 1u);
    EXPECT_EQ(Count(page, "id=\"race-" + std::to_string(i) + "\""), 1u);
  }
  for (size_t i = 1; i <= run.cases.size(); ++i) {
    EXPECT_EQ(Count(page, "href=\"#case-" + std::to_string(i) + "\""), 1u);
    EXPECT_EQ(Count(page, "id=\"case-" + std::to_string(i) + "\""), 1u);
  }
  EXPECT_THAT(page, HasSubstr("aria-label=\"no-lost-increment: violated\">×</a>"));
}

TEST(HtmlReport, PutsWhatWasFoundAboveWhatHoldsAndWhatIsLacking) {
  constexpr const char* kRaces = "<h2 id=\"races\">";
  constexpr const char* kCases = "<h2 id=\"cases\">";
  constexpr const char* kLacks = "<h2 id=\"lacks\">";
  RunReport run;
  run.races.resize(1);
  run.cases.resize(2);
  run.cases[0].verdict = Verdict::kUnsupported;
  run.cases[0].complaints = {"DescribeStream"};
  run.cases[0].missing_feature = "DescribeStream";
  run.cases[1].verdict = Verdict::kViolated;
  const std::string violated_case = HtmlReport(run);
  EXPECT_LT(violated_case.find(kCases), violated_case.find(kLacks));
  EXPECT_LT(violated_case.find(kLacks), violated_case.find(kRaces));

  run.races.front().verdict = Verdict::kViolated;
  run.cases.pop_back();
  const std::string violated_race = HtmlReport(run);
  EXPECT_LT(violated_race.find(kRaces), violated_race.find(kLacks));
  EXPECT_LT(violated_race.find(kLacks), violated_race.find(kCases));
}

TEST(HtmlReport, FetchesNothing) {
  const std::string page = HtmlReport(SampleRun());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_EQ(Count(page, " src="), 0u);
  EXPECT_EQ(Count(page, "href=\"http"), 0u);
  EXPECT_EQ(Count(page, "<link"), 1u) << "the empty icon, which keeps browsers from asking a server for one";
}

TEST(HtmlReport, EscapesEverything) {
  RunReport run = SampleRun();
  const std::string evil = "</title></style><script>evil()</script>\"' \U0001F600\xFF";
  run.endpoint = run.region = run.started = run.version = evil;
  run.races[0].group = run.races[0].name = evil;
  run.cases[0].group = run.cases[0].name = evil;
  const std::string page = HtmlReport(run);
  EXPECT_EQ(Count(page, "<script>"), 1u) << "the report's own script, not the one in the names";
  EXPECT_EQ(Count(page, "</style>"), 1u);
  EXPECT_EQ(Count(page.substr(0, page.find("</head>")), "</title>"), 1u)
      << "outside of the head, the bars of a drawing have <title> elements";
  EXPECT_THAT(page, Not(HasSubstr("\xFF")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;evil()&lt;/script&gt;&quot;&#39; \U0001F600\uFFFD"));
}

TEST(HtmlReport, AnEmptyRunHasItsOwnHeadline) {
  EXPECT_THAT(HtmlReport(RunReport()), HasSubstr("<h1>Nothing was run.</h1>"));
}

}  // namespace
}  // namespace holdfast::conformance
