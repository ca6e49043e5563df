#include "conformance/runner/race_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>

#include "tests/conformance/support/scripted_http_endpoint.h"
#include "tests/support/address_space_limit.h"

namespace holdfast::conformance {
namespace {

// Needs a table, and finds a violation in its control.
class ConvictedRace final : public Race {
 public:
  void SetUp(Round& round) override { round.Table(SingleTable("t")); }
  void RunClient(Round&, Client&) override {}
  void Check(Round& round) override {
    if (!round.guarded()) round.ReportViolation("the control");
  }
};

TEST(RaceRunnerTest, ATableThatTakesLongToCreateLeavesTheBudgetForTheRounds) {
  const auto active = std::chrono::steady_clock::now() + std::chrono::milliseconds(1'200);
  const ScriptedHttpEndpoint endpoint([active](const auto&) {
    const bool creating = std::chrono::steady_clock::now() < active;
    return ResponseBytes(creating ? R"({"Table":{"TableStatus":"CREATING"}})"
                                  : R"({"Table":{"TableStatus":"ACTIVE"}})");
  });
  RunOptions options;
  options.clients = 2;
  options.rounds = 3;
  options.budget = std::chrono::seconds(1);
  options.endpoint.url = options.endpoint.streams_url = endpoint.url();
  Client observer(options.endpoint, 0, 1);
  TableSet tables(&observer, "t");
  const RaceReport report = RaceRunner(&options, &tables, &observer).Run("races", Describe<ConvictedRace>("r", "", ""));
  EXPECT_EQ(report.verdict, Verdict::kHolds);
  EXPECT_EQ(report.rounds, 3);
  EXPECT_GT(report.seconds, 1);
}

// Finds a violation, and then gets no response.
class BrokenOffRace final : public Race {
 public:
  void SetUp(Round&) override {}
  void RunClient(Round&, Client&) override {}
  void Check(Round& round) override {
    round.ReportViolation("the item is wrong");
    throw SetupFailed("NoAnswer: end of stream");
  }
};

TEST(RaceRunnerTest, AViolationBeforeALostResponseRemainsOne) {
  RunOptions options;
  options.clients = 2;
  options.endpoint.url = options.endpoint.streams_url = *ParseEndpointUrl("http://127.0.0.1:1");
  Client observer(options.endpoint, 0, 1);
  TableSet tables(&observer, "t");
  const RaceReport report = RaceRunner(&options, &tables, &observer).Run("races", Describe<BrokenOffRace>("r", "", ""));
  EXPECT_EQ(report.verdict, Verdict::kViolated);
  ASSERT_EQ(report.violations.size(), 1u);
  EXPECT_EQ(report.violations[0].what, "the item is wrong");
  EXPECT_EQ(report.note, "NoAnswer: end of stream");
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
// Counts the clients that have run.
class CountingRace final : public Race {
 public:
  explicit CountingRace(std::atomic<int>* runs) : runs_(*runs) {}
  void SetUp(Round&) override {}
  void RunClient(Round&, Client&) override { ++runs_; }
  void Check(Round&) override {}

 private:
  std::atomic<int>& runs_;
};

TEST(RaceRunnerTest, ARaceForWhichThereAreTooFewThreadsIsAnError) {
  RunOptions options;
  options.clients = 64;
  options.rounds = 1;
  options.budget = std::chrono::seconds(0);
  options.endpoint.url = options.endpoint.streams_url = *ParseEndpointUrl("http://127.0.0.1:1");
  Client observer(options.endpoint, 0, 1);
  TableSet tables(&observer, "t");
  RaceRunner runner(&options, &tables, &observer);
  std::atomic<int> runs{0};
  RaceDescription race;
  race.name = "counting";
  race.make = [&] { return std::make_unique<CountingRace>(&runs); };
  RaceReport report;
  {
    // The stacks of all threads need more.
    const AddressSpaceLimit limit(size_t{60} << 20);
    report = runner.Run("races", race);
  }
  EXPECT_EQ(report.verdict, Verdict::kError);
  EXPECT_THAT(report.note, ::testing::HasSubstr("cannot start a thread"));
  EXPECT_EQ(runs, 0);
}

#endif

}  // namespace
}  // namespace holdfast::conformance
