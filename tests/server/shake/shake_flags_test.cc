#include "server/shake/shake_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::server::shake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ShakeFlags, CommandFollowsTwoDashes) {
  const auto flags = ParseShakeFlags({"--runs", "5", "--", "npm", "test", "--", "--bail"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->runs, 5u);
  EXPECT_THAT(flags->command, ElementsAre("npm", "test", "--", "--bail"));
  EXPECT_EQ(flags->permitted(), ClassSet::All());
}

TEST(ShakeFlags, ClassesAreGivenByName) {
  const auto flags = ParseShakeFlags({"--only", "stale-reads,index-lag", "--only", "conflicts", "--", "true"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->permitted().Text(), "stale-reads,index-lag,conflicts");
  const auto unknown = ParseShakeFlags({"--only", "latency", "--", "true"});
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error(), HasSubstr("reordering,stale-reads,index-lag,conflicts,throttling,lost-replies"));
}

TEST(ShakeFlags, CommandIsRequired) {
  EXPECT_EQ(ParseShakeFlags({"--runs", "5"}).error(), "shake needs a command: holdfast shake -- npm test");
  EXPECT_EQ(ParseShakeFlags({"--"}).error(), "shake needs a command: holdfast shake -- npm test");
  EXPECT_TRUE(ParseShakeFlags({"--help"}).ok());
}

TEST(ShakeFlags, CommandWithoutDashesIsRefused) {
  EXPECT_EQ(ParseShakeFlags({"--runs", "5", "npm", "test"}).error(),
            "two dashes must precede the command: holdfast shake -- npm ...");
  EXPECT_THAT(ParseShakeFlags({"5", "--", "npm", "test"}).error(), HasSubstr("unknown flag 5"));
}

TEST(ShakeFlags, ReplayRepeatsSeedClassesAndHold) {
  const auto flags = ParseShakeFlags({"--hold", "250", "--", "sh", "-c", "exit $1"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(ReplayCommand(*flags, 81, {AnomalyClass::kReordering, AnomalyClass::kIndexLag}),
            "holdfast shake --runs 1 --seed 81 --only reordering,index-lag --hold 250 -- sh -c 'exit $1'");
}

TEST(ShakeFlags, ReplayQuotesTheUpstream) {
  const auto flags =
      ParseShakeFlags({"--upstream", "http://[::1]:8001", "--upstream-region", "eu-west-1", "--", "true"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(
      ReplayCommand(*flags, 3, {AnomalyClass::kConflicts}),
      "holdfast shake --runs 1 --seed 3 --only conflicts --upstream 'http://[::1]:8001' --upstream-region eu-west-1 "
      "-- true");
}

TEST(ShakeFlags, ReplayKeepsTheFlagKeepGoing) {
  const auto flags = ParseShakeFlags({"--keep-going", "--", "false"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(ReplayCommand(*flags, 3, {AnomalyClass::kConflicts}),
            "holdfast shake --runs 1 --seed 3 --only conflicts --keep-going -- false");
}

}  // namespace
}  // namespace holdfast::server::shake
