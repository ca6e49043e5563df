// The verdict, the comparison, and both in the text, HTML and JSON reports.
#include "bench/report/reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/report/bench_report.h"
#include "bench/report/sentences.h"
#include "conformance/client/json.h"

namespace holdfast::bench {
namespace {

using conformance::Colours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Successes of `got` operations after `latency`, and one refusal after twice that.
EndpointResult Result(const std::string& endpoint, int got, milliseconds latency) {
  EndpointResult result;
  result.endpoint = endpoint;
  result.metrics = Metrics(2, seconds(1), milliseconds(100));
  result.seconds = 1;
  result.running_seconds = 1;
  for (int i = 0; i < got; ++i) {
    Operation operation;
    operation.outcome = Outcome::kSucceeded;
    operation.client = i % 2;
    operation.latency = operation.service = latency;
    result.metrics.Record(operation);
  }
  Operation refused;
  refused.outcome = Outcome::kRefusedByCondition;
  refused.latency = refused.service = latency * 2;
  result.metrics.Record(refused);
  result.slices = {{.got_median = latency,
                    .refused_median = latency * 2,
                    .got_per_second = 1.0 * got,
                    .operations_per_second = 1.0 + got}};
  return result;
}

BenchReport Report(std::vector<EndpointResult> endpoints) {
  BenchReport report;
  report.version = "1";
  report.clients = 2;
  report.threads = 1;
  report.retry_policy = "standard";
  WorkloadResult workload;
  workload.name = "last-slot";
  workload.sentence = "Everybody wants it.";
  workload.invariant = "One gets it.";
  workload.prize = "bookings";
  workload.endpoints = std::move(endpoints);
  report.workloads.push_back(std::move(workload));
  return report;
}

TEST(BenchReport, TheMostSevereVerdictDecidesTheExitStatus) {
  BenchReport report = Report({Result("http://a", 3, milliseconds(4)), Result("http://b", 3, milliseconds(4))});
  EXPECT_EQ(ExitStatus(Overall(report)), 0);
  report.workloads[0].endpoints[0].not_run = "no transactions";
  EXPECT_EQ(ExitStatus(Overall(report)), 2);
  report.workloads[0].endpoints[1].violations = {"Sold twice"};
  EXPECT_EQ(ExitStatus(Overall(report)), 1);
}

TEST(BenchReport, ALargerRatioIsBetterForTheFirstEndpoint) {
  const BenchReport report = Report({Result("http://a", 6, milliseconds(10)), Result("http://b", 3, milliseconds(5))});
  const std::vector<Ratio> ratios = RatiosOf(report.workloads[0]);
  ASSERT_THAT(ratios, SizeIs(4));
  // Twice the latency is a ratio of 0.5, so that a larger ratio is better in each line.
  EXPECT_NEAR(ratios[0].overall, 0.5, 0.01);
  EXPECT_NEAR(ratios[1].overall, 0.5, 0.01);
  EXPECT_NEAR(ratios[2].overall, 2, 1e-9);  // got it per second
  EXPECT_NEAR(ratios[3].overall, 7.0 / 4, 1e-9);
  EXPECT_DOUBLE_EQ(ratios[2].least, 2);
  EXPECT_DOUBLE_EQ(ratios[2].most, 2);
}

TEST(BenchReport, ARateIncludesTheTimeInWhichALateLoopCatchesUp) {
  EndpointResult result = Result("http://a", 6, milliseconds(10));
  result.running_seconds = 3;
  EXPECT_DOUBLE_EQ(result.PerSecond(result.metrics.Count(Outcome::kSucceeded)), 2);
}

TEST(BenchReport, AWinnerIsFasterInEveryPairOfSlices) {
  EXPECT_EQ(WinnerOf({.what = "", .overall = 2, .least = 1.5, .most = 3}), Winner::kFirst);
  EXPECT_EQ(WinnerOf({.what = "", .overall = 0.5, .least = 0.3, .most = 0.9}), Winner::kSecond);
  EXPECT_EQ(WinnerOf({.what = "", .overall = 2, .least = 0.9, .most = 3}), Winner::kNeither);
  EXPECT_EQ(WinnerOf({.what = "", .overall = 0.5, .least = 0.3, .most = 1.1}), Winner::kNeither);
  EXPECT_EQ(WinnerOf({}), Winner::kNeither);
  EXPECT_EQ(WinnerOf({.what = "", .overall = 2}), Winner::kNeither) << "no pair of slices has two figures";
}

TEST(TextReport, SaysWhichOfTwoEndpointsIsFaster) {
  const BenchReport report = Report({Result("http://a", 6, milliseconds(10)), Result("http://b", 3, milliseconds(5))});
  EXPECT_THAT(ComparisonSentence(report.workloads[0]), HasSubstr("http://a is faster: got it, per second 2.00×"));
  EXPECT_THAT(ComparisonSentence(report.workloads[0]), HasSubstr("http://b is faster: to get it (median latency) "));
}

TEST(TextReport, WarnsOfAMachineUnderLoad) {
  BenchReport report = Report({Result("http://a", 6, milliseconds(10))});
  EXPECT_EQ(MachineLoadSentence(report), "");
  report.machine_load = 3;
  EXPECT_THAT(TextReport(report, Colours::kNone), HasSubstr("This machine had other work"));
}

TEST(BenchReport, OneEndpointHasNoRatios) {
  EXPECT_THAT(RatiosOf(Report({Result("http://a", 1, milliseconds(1))}).workloads[0]), IsEmpty());
}

TEST(BenchReport, AFigureThatOneEndpointLacksHasNoRatio) {
  const BenchReport report = Report({Result("http://a", 6, milliseconds(10)), Result("http://b", 0, milliseconds(5))});
  EXPECT_DOUBLE_EQ(RatiosOf(report.workloads[0])[0].overall, 0);
}

TEST(TextReport, HasTheFiguresAndTheInvariantThatHolds) {
  const std::string text = TextReport(Report({Result("http://a", 3, milliseconds(4))}), Colours::kNone);
  EXPECT_THAT(text, HasSubstr("got it"));
  EXPECT_THAT(text, HasSubstr("75.0 %"));
  EXPECT_THAT(text, HasSubstr("4.0"));
  EXPECT_THAT(text, HasSubstr("Holds: One gets it."));
  EXPECT_THAT(text, Not(HasSubstr("\x1B")));
}

TEST(TextReport, WritesInCapitalsThatAnInvariantDoesNotHold) {
  BenchReport report = Report({Result("http://a", 3, milliseconds(4))});
  report.workloads[0].endpoints[0].violations = {"Sold twice: \x1B[2J"};
  const std::string text = TextReport(report, Colours::kNone);
  EXPECT_THAT(text, HasSubstr("DOES NOT HOLD: One gets it."));
  EXPECT_THAT(text, HasSubstr("last-slot does not hold"));
  // Text from an endpoint must not control the terminal.
  EXPECT_THAT(text, Not(HasSubstr("\x1B")));
}

TEST(JsonReport, IsJsonAndHasTheFigures) {
  const auto json = conformance::ParseJson(JsonReport(Report({Result("http://a", 3, milliseconds(4))})));
  ASSERT_TRUE(json.IsObject());
  EXPECT_EQ(conformance::StringMember(json, "verdict"), "holds");
  const auto& result = json["workloads"][0]["endpoints"][0];
  EXPECT_EQ(result["fates"]["got"].GetInt64(), 3);
  EXPECT_EQ(result["fates"]["refused_by_condition"].GetInt64(), 1);
  EXPECT_NEAR(result["latency"]["got"]["p50"].GetDouble(), 4e6, 4e6 / 128);
  EXPECT_EQ(result["fairness"]["got_by_client"][0].GetInt64(), 2);
  EXPECT_EQ(result["timeline"].Size(), 10u);
}

TEST(HtmlReport, LoadsNothingAndEscapesEverything) {
  BenchReport report = Report({Result("http://a?<script>", 3, milliseconds(4))});
  report.workloads[0].endpoints[0].violations = {"Sold twice: <img src=x>"};
  const std::string page = HtmlReport(report);
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("How long it took"));
  EXPECT_THAT(page, HasSubstr("What happened when"));
  EXPECT_THAT(page, HasSubstr("What each client got"));
}

TEST(HtmlReport, BeginsWithWhichEndpointIsFaster) {
  const std::string page =
      HtmlReport(Report({Result("http://a", 6, milliseconds(10)), Result("http://b", 3, milliseconds(5))}));
  EXPECT_LT(page.find("last-slot: http://a is faster: got it, per second 2.00×"), page.find("<dl"));
}

TEST(HtmlReport, TheHeadlineOfAComparisonNamesTheFasterEndpoint) {
  const auto headline = [](milliseconds first, milliseconds second) {
    return HeadlineSentence(Report({Result("http://a", 3, first), Result("http://b", 3, second)}));
  };
  EXPECT_EQ(headline(milliseconds(2), milliseconds(9)), "http://a is faster in last-slot.");
  EXPECT_EQ(headline(milliseconds(9), milliseconds(2)), "http://b is faster in last-slot.");
  EXPECT_EQ(headline(milliseconds(4), milliseconds(4)), "Neither endpoint is faster.");
  BenchReport violated = Report({Result("http://a", 3, milliseconds(2)), Result("http://b", 3, milliseconds(9))});
  violated.workloads[0].endpoints[0].violations = {"Sold twice"};
  EXPECT_EQ(HeadlineSentence(violated), VerdictSentence(violated));
}

TEST(HtmlReport, BeginsWithTheResultOfTheOnlyEndpoint) {
  const std::string page = HtmlReport(Report({Result("http://a", 3, milliseconds(4))}));
  EXPECT_LT(page.find("last-slot: 3 of 4 operations (75.0 %) got what they wanted"), page.find("<dl"));
}

TEST(HtmlReport, WarnsOfAMachineUnderLoadBeforeAnyFigure) {
  BenchReport report = Report({Result("http://a", 3, milliseconds(4))});
  report.machine_load = 3;
  const std::string page = HtmlReport(report);
  EXPECT_LT(page.find("This machine had other work"), page.find("<section"));
}

TEST(JsonReport, NamesTheFasterEndpointOfEachRatio) {
  const auto json = conformance::ParseJson(
      JsonReport(Report({Result("http://a", 6, milliseconds(10)), Result("http://b", 3, milliseconds(5))})));
  const auto& ratios = json["workloads"][0]["ratios"];
  ASSERT_EQ(ratios.Size(), 4U);
  EXPECT_EQ(conformance::StringMember(ratios[0], "faster"), "http://b");
  EXPECT_EQ(conformance::StringMember(ratios[2], "faster"), "http://a");
}

TEST(HtmlReport, AWorkloadThatWasNotRunHasNoCharts) {
  EndpointResult nothing;
  nothing.endpoint = "http://a";
  nothing.not_run = "UnknownOperationException";
  const std::string page = HtmlReport(Report({nothing}));
  EXPECT_THAT(page, HasSubstr("Not run: UnknownOperationException"));
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
}

}  // namespace
}  // namespace holdfast::bench
