#include "conformance/client/interruption.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace holdfast::conformance {
namespace {

using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

// Listens for interruption, raises the signal once, and exits: with status 1 if Interrupted() is true, otherwise 0.
[[noreturn]] void ListenAndRaise(int signal_number) {
  ListenForInterruption();
  std::raise(signal_number);
  std::_Exit(Interrupted() ? 1 : 0);
}

TEST(InterruptionDeathTest, TheFirstSignalRequestsAStop) {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(
        {
          std::signal(SIGHUP, SIG_DFL);
          ListenAndRaise(signal_number);
        },
        ExitedWithCode(1), "")
        << signal_number;
  }
}

TEST(InterruptionDeathTest, ASecondSignalEndsTheProgram) {
  EXPECT_EXIT(
      {
        ListenForInterruption();
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      KilledBySignal(SIGINT), "");
}

TEST(InterruptionDeathTest, ATerminalThatSendsTwoSignalsDoesNotEndTheProgram) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_DFL);
        ListenForInterruption();
        std::raise(SIGHUP);
        std::raise(SIGHUP);
        std::exit(Interrupted() ? 0 : 1);
      },
      ExitedWithCode(0), "");
}

TEST(InterruptionDeathTest, AClosedTerminalDoesNotStopAProgramThatIgnoresIt) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        ListenAndRaise(SIGHUP);
      },
      ExitedWithCode(0), "");
}

}  // namespace
}  // namespace holdfast::conformance
