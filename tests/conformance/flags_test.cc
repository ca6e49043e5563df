#include "conformance/flags.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(FlagsTest, SetsTheOptions) {
  Flags flags;
  ASSERT_EQ(ParseFlags({"--endpoint=http://localhost:9000", "--seed", "7", "--clients", "64", "--rounds=3", "--only",
                        "last-unit,ring", "--budget", "5"},
                       &flags),
            std::nullopt);
  EXPECT_EQ(flags.run.endpoint.url.port, 9000);
  EXPECT_EQ(flags.run.endpoint.streams_url.port, 9000);
  EXPECT_EQ(flags.run.seed, 7u);
  EXPECT_EQ(flags.run.clients, 64);
  EXPECT_EQ(flags.run.rounds, 3);
  EXPECT_EQ(flags.run.budget, std::chrono::seconds(5));
  EXPECT_THAT(flags.run.only, ElementsAre("last-unit", "ring"));
}

TEST(FlagsTest, AnEndpointThatIsGivenServesItsOwnStreams) {
  ASSERT_EQ(setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://localhost:1000", 1), 0);
  ASSERT_EQ(setenv("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", "http://localhost:2000", 1), 0);
  Flags given;
  Flags not_given;
  EXPECT_EQ(ParseFlags({"--endpoint", "http://localhost:3000"}, &given), std::nullopt);
  EXPECT_EQ(ParseFlags({}, &not_given), std::nullopt);
  unsetenv("AWS_ENDPOINT_URL_DYNAMODB");
  unsetenv("AWS_ENDPOINT_URL_DYNAMODB_STREAMS");
  EXPECT_EQ(given.run.endpoint.streams_url.port, 3000);
  EXPECT_EQ(not_given.run.endpoint.url.port, 1000);
  EXPECT_EQ(not_given.run.endpoint.streams_url.port, 2000);
}

TEST(FlagsTest, TheStreamsOfAwsHaveAHostOfTheirOwn) {
  Flags flags;
  ASSERT_EQ(ParseFlags({"--endpoint", "https://dynamodb.eu-west-1.amazonaws.com"}, &flags), std::nullopt);
  EXPECT_TRUE(flags.run.endpoint.url.tls());
  EXPECT_EQ(flags.run.endpoint.streams_url.host, "streams.dynamodb.eu-west-1.amazonaws.com");
}

TEST(FlagsTest, ErrorsNameTheFlagAndTheProblem) {
  Flags flags;
  EXPECT_THAT(ParseFlags({"--nonsense"}, &flags).value_or(""), HasSubstr("unknown flag --nonsense"));
  EXPECT_THAT(ParseFlags({"--clients", "1"}, &flags).value_or(""), HasSubstr("from 2"));
  EXPECT_THAT(ParseFlags({"--rounds", "many"}, &flags).value_or(""), HasSubstr("whole number"));
  EXPECT_THAT(ParseFlags({"--endpoint", "nowhere"}, &flags).value_or(""), HasSubstr("URL"));
  EXPECT_THAT(ParseFlags({"--seed"}, &flags).value_or(""), HasSubstr("needs a value"));
  EXPECT_THAT(ParseFlags({"--list=yes"}, &flags).value_or(""), HasSubstr("takes no value"));
}

}  // namespace
}  // namespace holdfast::conformance
