#include "conformance/faulty/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance::faulty {
namespace {

std::string Problem(const std::vector<std::string_view>& arguments) {
  Flags flags;
  return ParseFlags(arguments, &flags).value_or("");
}

TEST(FaultyProxyFlags, ValuesFollowABlankOrAnEqualsSign) {
  Flags flags;
  ASSERT_EQ(
      ParseFlags({"--target=http://[::1]:8000", "--port", "0", "--fault", "stale-reads", "--seed=9", "--rate", "0.25"},
                 &flags),
      std::nullopt);
  EXPECT_EQ(flags.target.HostHeader(), "[::1]:8000");
  EXPECT_EQ(flags.port, 0);
  EXPECT_EQ(flags.fault, "stale-reads");
  EXPECT_EQ(flags.seed, 9U);
  EXPECT_EQ(flags.rate, 0.25);
}

TEST(FaultyProxyFlags, TheTargetIsRequiredExceptForHelpAndListFaults) {
  EXPECT_EQ(Problem({}), "--target is needed (see --help)");
  EXPECT_EQ(Problem({"--help"}), "");
  EXPECT_EQ(Problem({"--list-faults"}), "");
}

TEST(FaultyProxyFlags, ErrorsNameTheFlagAndTheProblem) {
  EXPECT_EQ(Problem({"--bogus"}), "unknown flag --bogus (see --help)");
  EXPECT_EQ(Problem({"--help=1"}), "--help takes no value");
  EXPECT_EQ(Problem({"--seed"}), "--seed needs a value");
  EXPECT_EQ(Problem({"--port", "65536"}), "--port needs a whole number from 0 to 65535, not '65536'");
  EXPECT_EQ(Problem({"--rate", "1.5"}), "--rate needs a number from 0 to 1, not '1.5'");
  EXPECT_EQ(Problem({"--target", "localhost:8000"}),
            "--target needs a URL like http://127.0.0.1:8000, not 'localhost:8000'");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
