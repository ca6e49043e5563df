#include "conformance/runner/suite_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/interruption.h"
#include "conformance/runner/eventually.h"
#include "tests/conformance/support/scripted_http_endpoint.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;

// The endpoint closes the connection of each DeleteItem, and responds with success to every other request.
class CaseVerdictTest : public testing::Test {
 protected:
  CaseReport Run(std::function<void(CaseRun& run)> run) {
    RunOptions options;
    options.endpoint.url = options.endpoint.streams_url = endpoint_.url();
    const std::vector<Suite> suites = {{"cases", {{"one", "A case.", std::move(run)}}, {}}};
    const RunReport report = RunSuites(
        suites, options, [](const std::string&, const Verdict*, double) {}, [](const std::string&) {});
    return report.cases.at(0);
  }

  static Response Put(CaseRun& run) { return run.client().Call("PutItem", "{}"); }
  static Response LoseResponse(CaseRun& run) { return run.client().Call("DeleteItem", "{}"); }

  ScriptedHttpEndpoint endpoint_{[](const ScriptedHttpEndpoint::Request& request) -> std::optional<std::string> {
    if (std::string_view(request["X-Amz-Target"]).ends_with(".DeleteItem")) return std::nullopt;
    return ResponseBytes("{}");
  }};
};

TEST_F(CaseVerdictTest, ALostResponseIsNoViolation) {
  const std::vector<std::function<void(CaseRun & run)>> cases = {
      [](CaseRun& run) { run.ExpectOk(LoseResponse(run), "a request"); },
      [](CaseRun& run) { run.ExpectError(LoseResponse(run), "ValidationException", "", "a request"); },
      [](CaseRun& run) { run.Expect(LoseResponse(run).ConditionFailed(), "the condition must fail"); },
      [](CaseRun& run) {
        LoseResponse(run);
        run.ExpectError(Put(run), "ConditionalCheckFailedException", "", "a request whose item may be deleted");
      }};
  for (const auto& run : cases) {
    const CaseReport report = Run(run);
    EXPECT_EQ(report.verdict, Verdict::kError);
    EXPECT_THAT(report.complaints, ElementsAre("DeleteItem: end of stream"));
  }
}

TEST_F(CaseVerdictTest, AViolationBeforeALostResponseRemainsOne) {
  const CaseReport report = Run([](CaseRun& run) {
    run.Expect(false, "the item is wrong");
    run.ExpectOk(LoseResponse(run), "a request");
  });
  EXPECT_EQ(report.verdict, Verdict::kViolated);
  EXPECT_THAT(report.complaints, ElementsAre("the item is wrong", "DeleteItem: end of stream"));
}

TEST_F(CaseVerdictTest, AMissingFeatureIsNamedWhateverWasFoundBeforeIt) {
  const auto lack_streams = [](CaseRun&) { throw SetupFailed("streams", true); };
  const auto run_after = [&](std::function<void(CaseRun&)> found) {
    return Run([&](CaseRun& run) {
      found(run);
      lack_streams(run);
    });
  };
  const CaseReport nothing_found = Run(lack_streams);
  EXPECT_EQ(nothing_found.verdict, Verdict::kUnsupported);
  EXPECT_EQ(nothing_found.missing_feature, "streams");
  const CaseReport other_text = run_after([](CaseRun& run) { run.ComplainOfWording("another text"); });
  EXPECT_EQ(other_text.verdict, Verdict::kWording);
  EXPECT_EQ(other_text.missing_feature, "streams");
  EXPECT_THAT(other_text.complaints, ElementsAre("another text", "streams"));
  const CaseReport wrong_effect = run_after([](CaseRun& run) { run.Expect(false, "the item is wrong"); });
  EXPECT_EQ(wrong_effect.verdict, Verdict::kViolated);
  EXPECT_EQ(wrong_effect.missing_feature, "streams");

  RunReport report;
  report.cases = {nothing_found, other_text, wrong_effect};
  const std::vector<MissingFeature> lacks = CollectMissingFeatures(report);
  ASSERT_EQ(lacks.size(), 1u);
  EXPECT_EQ(lacks[0].what, "streams");
  EXPECT_EQ(lacks[0].needed_by, 3);
}

TEST_F(CaseVerdictTest, WhatHoldsAfterALostResponseHolds) {
  EXPECT_EQ(Run([](CaseRun& run) {
              LoseResponse(run);
              run.ExpectOk(Put(run), "another request");
            }).verdict,
            Verdict::kHolds);
}

// Runs a case that is interrupted while it waits, and exits with status 0 if its verdict is an error.
[[noreturn]] void RunInterruptedCase() {
  ListenForInterruption();
  RunOptions options;
  options.endpoint.url = options.endpoint.streams_url = *ParseEndpointUrl("http://127.0.0.1:1");
  const auto wait_in_vain = [](CaseRun& run) {
    std::raise(SIGINT);
    run.Expect(Eventually([] { return false; }), "the index is stale");
  };
  const std::vector<Suite> suites = {{"cases", {{"one", "A case.", wait_in_vain}}, {}}};
  const RunReport report = RunSuites(
      suites, options, [](const std::string&, const Verdict*, double) {}, [](const std::string&) {});
  std::_Exit(report.cases.at(0).verdict == Verdict::kError ? 0 : 1);
}

TEST(InterruptedCaseDeathTest, AWaitThatIsInterruptedIsNoViolation) {
  EXPECT_EXIT(RunInterruptedCase(), ::testing::ExitedWithCode(0), "");
}

TEST(ListTextTest, ListsWhatIsSelected) {
  std::vector<Suite> suites(1);
  suites[0].group = "systems/shop";
  suites[0].cases = {{"order", "An order is kept.", {}}, {"return", "An order is returned.", {}}};
  suites[0].races = {{"last-unit", "One buyer gets it.", "The condition is left out.", {}}};
  const std::string order = "systems/shop/order\n    An order is kept.\n";
  const std::string last_unit =
      "systems/shop/last-unit (race)\n    One buyer gets it.\n    Control: The condition is left out.\n";
  EXPECT_EQ(ListText(suites, {"order", "shop/last"}), order + last_unit);
  EXPECT_EQ(ListText(suites, {}), order + "systems/shop/return\n    An order is returned.\n" + last_unit);
  EXPECT_EQ(ListText(suites, {"nothing"}), "");
}

}  // namespace
}  // namespace holdfast::conformance
