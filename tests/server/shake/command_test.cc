#include "server/shake/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <utility>
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

TEST_F(ShakeCommand, IsWaitedForEvenIfAParentProcessIgnoredSigchld) {
  std::signal(SIGCHLD, SIG_IGN);
  BlockSignals();
  EXPECT_EQ(RunShell("exit 7").status, 7);
}

TEST_F(ShakeCommand, FindsTheServerInItsEnvironment) {
  const CommandOutcome outcome = RunShell("echo $AWS_ENDPOINT_URL $AWS_ENDPOINT_URL_DYNAMODB $HOLDFAST_ENDPOINT");
  EXPECT_EQ(outcome.output, "http://127.0.0.1:1 http://127.0.0.1:1 http://127.0.0.1:1\n");
}

TEST_F(ShakeCommand, EnvironmentReplacesVariablesThatLeadToAws) {
  const std::vector<std::string> environment =
      EnvironmentFor("http://here", {"AWS_PROFILE=prod", "AWS_DEFAULT_PROFILE=prod", "AWS_REGION=eu-west-1",
                                     "HOME=/root", "AWS_SESSION_TOKEN=t", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true"});
  EXPECT_THAT(environment, Contains("HOME=/root"));
  EXPECT_THAT(environment, Contains("AWS_REGION=us-east-1"));
  EXPECT_THAT(environment, Not(Contains("AWS_REGION=eu-west-1")));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_PROFILE"))));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_DEFAULT_PROFILE"))));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_SESSION_TOKEN"))));
  EXPECT_THAT(environment, Not(Contains(StartsWith("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"))));
}

TEST_F(ShakeCommand, StatusAfterASignalIs128PlusItsNumber) { EXPECT_EQ(RunShell("kill -9 $$").status, 128 + SIGKILL); }

TEST_F(ShakeCommand, IsEndedWhenItTakesTooLong) {
  const CommandOutcome outcome = RunShell("echo begun; sleep 600", seconds(1));
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.output, "begun\n");
}

TEST_F(ShakeCommand, LeavesNoProcessBehind) {
  const CommandOutcome outcome = RunShell("sleep 600 & echo $!");
  const pid_t background = std::atoi(outcome.output.c_str());
  ASSERT_GT(background, 0);
  // The background process has been sent SIGKILL. The kernel ends it a moment later, and its parent may not have waited
  // for it yet.
  std::string state;
  for (int i = 0; i < 100; ++i) {
    state = RunShell("cat /proc/" + std::to_string(background) + "/stat 2>/dev/null | cut -d' ' -f3").output;
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

TEST_F(ShakeCommand, SeveralRunAtOnce) {
  CommandRunner runner;
  const auto start = [&](size_t number, const std::string& script, seconds timeout) {
    ASSERT_TRUE(runner.Start(number, {"sh", "-c", script}, {"PATH=/usr/bin:/bin"}, timeout).ok());
  };
  start(7, "sleep 600", seconds(1));
  // Commands 1 and 2 each wait for a file that the other one creates.
  const std::string file = ::testing::TempDir() + "holdfast_command_test_" + std::to_string(getpid());
  const auto meet = [&](const std::string& own, const std::string& other) {
    return "touch " + file + own + "; while [ ! -e " + file + other + " ]; do sleep 0.05; done; echo " + own;
  };
  start(1, meet("1", "2"), seconds(60));
  start(2, meet("2", "1"), seconds(60));
  EXPECT_EQ(runner.running(), 3u);
  std::map<size_t, CommandOutcome> outcomes;
  while (runner.running() > 0) {
    CommandRunner::Ended ended = runner.Await();
    outcomes[ended.number] = std::move(ended.outcome);
  }
  EXPECT_EQ(outcomes[1].output, "1\n");
  EXPECT_EQ(outcomes[2].output, "2\n");
  EXPECT_FALSE(outcomes[1].failed() || outcomes[2].failed());
  EXPECT_TRUE(outcomes[7].timed_out);
  EXPECT_FALSE(runner.interrupted());
  std::remove((file + "1").c_str());
  std::remove((file + "2").c_str());
}

TEST_F(ShakeCommand, AnInterruptionEndsEvenCommandsThatIgnoreSigterm) {
  CommandRunner runner;
  ASSERT_TRUE(runner.Start(1, {"sh", "-c", "sleep 600"}, {"PATH=/usr/bin:/bin"}, seconds(600)).ok());
  ASSERT_TRUE(
      runner.Start(2, {"sh", "-c", "trap '' TERM; while :; do sleep 0.1; done"}, {"PATH=/usr/bin:/bin"}, seconds(600))
          .ok());
  // Gives the second shell time to set its trap. Without the trap, the first signal would end this shell, too.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(getpid(), SIGINT);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(runner.Await().outcome.interrupted);
  EXPECT_TRUE(runner.interrupted());
  EXPECT_EQ(runner.running(), 0u);
}

TEST_F(ShakeCommand, IsEndedWhenItsTerminalIsClosed) {
  CommandRunner runner;
  ASSERT_TRUE(runner.Start(1, {"sh", "-c", "sleep 600"}, {"PATH=/usr/bin:/bin"}, seconds(600)).ok());
  kill(getpid(), SIGHUP);
  EXPECT_TRUE(runner.Await().outcome.interrupted);
  EXPECT_TRUE(runner.interrupted());
}

TEST_F(ShakeCommand, ContinuesUnderNohupWhenItsTerminalIsClosed) {
  sigset_t hangup;
  sigemptyset(&hangup);
  sigaddset(&hangup, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &hangup, nullptr);
  std::signal(SIGHUP, SIG_IGN);
  BlockSignals();
  CommandRunner runner;
  ASSERT_TRUE(runner.Start(1, {"sh", "-c", "kill -HUP $$; echo alive"}, {"PATH=/usr/bin:/bin"}, seconds(60)).ok());
  kill(getpid(), SIGHUP);
  const CommandOutcome outcome = runner.Await().outcome;
  std::signal(SIGHUP, SIG_DFL);
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_EQ(outcome.output, "alive\n");
}

TEST_F(ShakeCommand, HasTheLimitOfOpenFilesThatShakeWasStartedWith) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_GT(limit.rlim_cur, 200u);
  CommandRunner runner(200);
  ASSERT_TRUE(runner.Start(1, {"sh", "-c", "ulimit -Sn"}, {"PATH=/usr/bin:/bin"}, seconds(60)).ok());
  EXPECT_EQ(runner.Await().outcome.output, "200\n");
  rlimit after{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &after), 0);
  EXPECT_EQ(after.rlim_cur, limit.rlim_cur) << "the servers keep the raised limit";
}

TEST(FailureLine, IsThatOfTheFirstFailedTest) {
  EXPECT_EQ(FailureLine("ok 1 - a\n  not ok 2 - b\nnot ok 3 - c\n"), "not ok 2 - b");
  EXPECT_EQ(FailureLine("AssertionError: x\n  ✖ books once (5ms)\n"), "✖ books once (5ms)");
  EXPECT_EQ(FailureLine("Traceback\nAssertionError: 2 != 1\n"), "AssertionError: 2 != 1");
  EXPECT_EQ(FailureLine("FAIL ./booking.test.js\n  ● Console\n    ✕ books once (5 ms)\n"), "✕ books once (5 ms)");
  EXPECT_EQ(FailureLine("FAIL ./booking.test.js\n  ReferenceError: x\n"), "FAIL ./booking.test.js");
  EXPECT_EQ(FailureLine("all is well\n"), "");
  // Failures as Go, GoogleTest, Rust, pytest and unittest print them, in this order.
  EXPECT_EQ(FailureLine("=== RUN   TestBook\n--- FAIL: TestBook (0.00s)\nFAIL\nFAIL\tbooking\t0.1s\n"),
            "--- FAIL: TestBook (0.00s)");
  EXPECT_EQ(FailureLine("[ RUN      ] Booking.Once\n[  FAILED  ] Booking.Once (0 ms)\n"),
            "[  FAILED  ] Booking.Once (0 ms)");
  EXPECT_EQ(FailureLine("test pays ... ok\ntest books_once ... FAILED\n"), "test books_once ... FAILED");
  EXPECT_EQ(FailureLine("FAILED to connect, again\nFAILED test_booking.py::test_once - assert\n"),
            "FAILED test_booking.py::test_once - assert");
  EXPECT_EQ(FailureLine("FAIL: test_once (booking.Once)\nFAILED (failures=1)\n"), "FAIL: test_once (booking.Once)");
  EXPECT_EQ(FailureLine("ERROR: test_once (booking.Once)\nFAILED (errors=1)\n"), "ERROR: test_once (booking.Once)");
}

TEST(FailureLine, HasNoColours) {
  EXPECT_EQ(
      FailureLine(" \x1b[31m\x1b[1mAssertionError\x1b[22m: x\n\x1b[41m FAIL \x1b[49m a\n   \x1b[31m×\x1b[39m b\n"),
      "× b");
  EXPECT_EQ(FailureLine("\x1b[31;1mError\x1b[0m: x\x1b[3"), "Error: x");
}

}  // namespace
}  // namespace holdfast::server::shake
