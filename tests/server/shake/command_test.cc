#include "server/shake/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace holdfast::server::shake {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ShakeCommand : public ::testing::Test {
 protected:
  void SetUp() override { BlockSignals(); }

  static CommandOutcome RunShell(const std::string& script, seconds timeout = seconds(60)) {
    const Result<CommandOutcome, std::string> outcome =
        RunCommand({"sh", "-c", script}, EnvironmentFor("http://127.0.0.1:1", {"PATH=/usr/bin:/bin"}), timeout);
    EXPECT_TRUE(outcome.ok());
    return outcome.value();
  }
};

TEST_F(ShakeCommand, KeepsOutputAndStatus) {
  const CommandOutcome outcome = RunShell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(outcome.status, 7);
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.output, "out\nerr\n");
}

TEST_F(ShakeCommand, FindsTheServerInItsEnvironment) {
  const CommandOutcome outcome = RunShell("echo $AWS_ENDPOINT_URL $AWS_ENDPOINT_URL_DYNAMODB $HOLDFAST_ENDPOINT");
  EXPECT_EQ(outcome.output, "http://127.0.0.1:1 http://127.0.0.1:1 http://127.0.0.1:1\n");
}

TEST_F(ShakeCommand, EnvironmentReplacesWhatLeadsToAws) {
  const std::vector<std::string> environment =
      EnvironmentFor("http://here", {"AWS_PROFILE=prod", "AWS_REGION=eu-west-1", "HOME=/root", "AWS_SESSION_TOKEN=t"});
  EXPECT_THAT(environment, Contains("HOME=/root"));
  EXPECT_THAT(environment, Contains("AWS_REGION=us-east-1"));
  EXPECT_THAT(environment, Not(Contains("AWS_REGION=eu-west-1")));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_PROFILE"))));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_SESSION_TOKEN"))));
}

TEST_F(ShakeCommand, StatusOfASignalIsThatOfTheShell) { EXPECT_EQ(RunShell("kill -9 $$").status, 128 + SIGKILL); }

TEST_F(ShakeCommand, IsEndedWhenItTakesTooLong) {
  const CommandOutcome outcome = RunShell("echo begun; sleep 600", seconds(1));
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.output, "begun\n");
}

TEST_F(ShakeCommand, LeavesNoProcessBehind) {
  const CommandOutcome outcome = RunShell("sleep 600 & echo $!");
  const pid_t left = std::atoi(outcome.output.c_str());
  ASSERT_GT(left, 0);
  // It has been sent SIGKILL. The kernel ends it a moment later, and its parent may not have collected it yet.
  std::string state;
  for (int i = 0; i < 100; ++i) {
    state = RunShell("cat /proc/" + std::to_string(left) + "/stat 2>/dev/null | cut -d' ' -f3").output;
    if (state.empty() || state == "Z\n") break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_THAT(state, ::testing::AnyOf("", "Z\n"));
}

TEST_F(ShakeCommand, SaysWhyItCannotBeStarted) {
  const auto outcome = RunCommand({"/no/such/program"}, {}, seconds(1));
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error(), "/no/such/program: No such file or directory");
}

TEST(FailureLine, IsThatOfTheFirstFailedTest) {
  EXPECT_EQ(FailureLine("ok 1 - a\n  not ok 2 - b\nnot ok 3 - c\n"), "not ok 2 - b");
  EXPECT_EQ(FailureLine("AssertionError: x\n  ✖ books once (5ms)\n"), "✖ books once (5ms)");
  EXPECT_EQ(FailureLine("Traceback\nAssertionError: 2 != 1\n"), "AssertionError: 2 != 1");
  EXPECT_EQ(FailureLine("all is well\n"), "");
}

}  // namespace
}  // namespace holdfast::server::shake
