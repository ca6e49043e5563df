#include "bench/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace holdfast::bench {
namespace {

using testing::HasSubstr;

class FlagsTest : public testing::Test {
 protected:
  FlagsTest() {
    for (const char* name : {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}) {
      unsetenv(name);
    }
  }

  // Returns the error; empty if the arguments are valid.
  std::string Parse(const std::vector<std::string_view>& arguments) {
    flags_ = Flags();
    return ParseFlags(arguments, &flags_).value_or("");
  }

  Flags flags_;
};

TEST_F(FlagsTest, DefaultToLastSlotAndLastUnitOnThisMachine) {
  ASSERT_EQ(Parse({}), "");
  ASSERT_EQ(flags_.run.endpoints.size(), 1u);
  EXPECT_EQ(flags_.run.endpoints[0].host, "127.0.0.1");
  EXPECT_EQ(flags_.run.endpoints[0].port, 8000);
  ASSERT_EQ(flags_.run.workloads.size(), 2u);
  EXPECT_EQ(flags_.run.workloads[0]->name, "last-slot");
  EXPECT_EQ(flags_.run.workloads[1]->name, "last-unit");
  EXPECT_FALSE(flags_.run.load.arrivals.is_open_loop());
  EXPECT_GT(flags_.run.load.think, Nanoseconds(0));
  EXPECT_EQ(flags_.run.load.retry.mode, RetryMode::kStandard);
}

TEST_F(FlagsTest, SetTheOptions) {
  ASSERT_EQ(Parse({"--endpoint",
                   "https://db.example:8443",
                   "--compare=http://127.0.0.1:9000",
                   "--clients",
                   "10000",
                   "--threads",
                   "4",
                   "--rate",
                   "2500.5",
                   "--arrivals",
                   "even",
                   "--seconds",
                   "30",
                   "--workload",
                   "hot-counter,mix",
                   "--retry-policy",
                   "adaptive",
                   "--retry-conflicts",
                   "--seed",
                   "9",
                   "--hold",
                   "50"}),
            "");
  ASSERT_EQ(flags_.run.endpoints.size(), 2u);
  EXPECT_EQ(flags_.run.endpoints[0].host, "db.example");
  EXPECT_EQ(flags_.run.endpoints[0].port, 8443);
  EXPECT_EQ(flags_.run.endpoints[1].port, 9000);
  EXPECT_EQ(flags_.run.load.clients, 10'000);
  EXPECT_EQ(flags_.run.load.threads, 4);
  EXPECT_DOUBLE_EQ(flags_.run.load.arrivals.per_second, 2500.5);
  EXPECT_FALSE(flags_.run.load.arrivals.poisson);
  EXPECT_EQ(flags_.run.load.measured, std::chrono::seconds(30));
  EXPECT_EQ(flags_.run.load.timeline_width, std::chrono::milliseconds(300));
  EXPECT_EQ(flags_.run.load.retry.mode, RetryMode::kAdaptive);
  EXPECT_TRUE(flags_.run.load.retry.retry_conflicts);
  EXPECT_EQ(flags_.run.load.seed, 9u);
  EXPECT_EQ(flags_.run.workload_options.hold, std::chrono::milliseconds(50));
  ASSERT_EQ(flags_.run.workloads.size(), 2u);
  EXPECT_EQ(flags_.run.workloads[0]->name, "hot-counter");
  EXPECT_EQ(flags_.run.workloads[1]->name, "mix");
}

TEST_F(FlagsTest, WorkloadAllSelectsEveryWorkload) {
  ASSERT_EQ(Parse({"--workload", "all"}), "");
  EXPECT_EQ(flags_.run.workloads.size(), AllWorkloads().size());
}

TEST_F(FlagsTest, ThreadsAreLimitedToTheNumberOfClients) {
  ASSERT_EQ(Parse({"--clients", "2", "--threads", "8"}), "");
  EXPECT_EQ(flags_.run.load.threads, 2);
}

TEST_F(FlagsTest, ErrorsNameTheFlagAndTheProblem) {
  EXPECT_THAT(Parse({"--clients", "0"}), HasSubstr("--clients needs a whole number from 1 to 10000"));
  EXPECT_THAT(Parse({"--clients"}), HasSubstr("--clients needs a value"));
  EXPECT_THAT(Parse({"--rate", "fast"}), HasSubstr("--rate needs a number"));
  EXPECT_THAT(Parse({"--rate", "nan"}), HasSubstr("--rate needs a number"));
  EXPECT_THAT(Parse({"--rate", "1e-12"}), HasSubstr("--rate needs 0 or a number from 0.001 on"));
  EXPECT_THAT(Parse({"--workload", "last-slit"}), HasSubstr("--workload does not know 'last-slit'"));
  EXPECT_THAT(Parse({"--retry-policy", "legacy"}), HasSubstr("--retry-policy needs none, standard or adaptive"));
  EXPECT_THAT(Parse({"--compare", "ftp://x"}), HasSubstr("--compare needs a URL"));
  EXPECT_THAT(Parse({"--bogus"}), HasSubstr("unknown flag --bogus"));
  EXPECT_THAT(Parse({"--retry-conflicts=yes"}), HasSubstr("--retry-conflicts takes no value"));
}

TEST_F(FlagsTest, HelpVersionAndListNeedNoValidEndpoint) {
  for (const char* const flag : {"--help", "--version", "--list"}) EXPECT_EQ(Parse({flag, "--endpoint", "none"}), "");
  EXPECT_THAT(Parse({"--endpoint", "none"}), HasSubstr("--endpoint needs a URL"));
}

}  // namespace
}  // namespace holdfast::bench
