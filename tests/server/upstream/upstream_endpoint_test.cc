#include "server/upstream/upstream_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;

class UpstreamEndpointTest : public ::testing::Test {
 protected:
  UpstreamEndpointTest() {
    for (const char* const name :
         {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION"}) {
      ::unsetenv(name);
    }
  }
};

TEST_F(UpstreamEndpointTest, AnEmulatorNeedsNoCredentials) {
  const auto endpoint = UpstreamEndpoint("http://127.0.0.1:8001", "");
  ASSERT_TRUE(endpoint.ok()) << endpoint.error();
  EXPECT_EQ(endpoint->url.port, 8001);
  EXPECT_EQ(endpoint->region, "us-east-1");
  EXPECT_EQ(endpoint->credentials.access_key_id, "holdfast");
}

TEST_F(UpstreamEndpointTest, TlsNeedsCredentialsFromTheEnvironment) {
  const std::string url = "https://dynamodb.eu-west-1.amazonaws.com";
  const auto without = UpstreamEndpoint(url, "");
  ASSERT_FALSE(without.ok());
  EXPECT_THAT(without.error(), HasSubstr("AWS_SECRET_ACCESS_KEY"));
  ::setenv("AWS_ACCESS_KEY_ID", "AKIA", 1);
  ::setenv("AWS_SECRET_ACCESS_KEY", "secret", 1);
  ::setenv("AWS_SESSION_TOKEN", "token", 1);
  const auto endpoint = UpstreamEndpoint(url, "");
  ASSERT_TRUE(endpoint.ok()) << endpoint.error();
  EXPECT_EQ(endpoint->credentials.access_key_id, "AKIA");
  EXPECT_EQ(endpoint->credentials.session_token, "token");
}

TEST_F(UpstreamEndpointTest, TheFlagElseTheHostNameElseTheEnvironmentGivesTheRegion) {
  ::setenv("AWS_ACCESS_KEY_ID", "AKIA", 1);
  ::setenv("AWS_SECRET_ACCESS_KEY", "secret", 1);
  ::setenv("AWS_REGION", "eu-south-1", 1);
  const auto region = [](const std::string& url, const std::string& flag) {
    const auto endpoint = UpstreamEndpoint(url, flag);
    return endpoint.ok() ? endpoint->region : endpoint.error();
  };
  EXPECT_EQ(region("http://127.0.0.1:8001", "eu-west-3"), "eu-west-3");
  EXPECT_EQ(region("http://127.0.0.1:8001", ""), "eu-south-1");
  EXPECT_EQ(region("https://dynamodb.eu-west-1.amazonaws.com", ""), "eu-west-1");
  EXPECT_EQ(UpstreamEndpoint("https://dynamodb.eu-west-1.amazonaws.com", "")->streams_url.host,
            "streams.dynamodb.eu-west-1.amazonaws.com");
}

TEST_F(UpstreamEndpointTest, InvalidUrlsAreRefused) {
  for (const char* const url : {"", "localhost:8001", "ftp://a", "http://a/path"}) {
    EXPECT_FALSE(UpstreamEndpoint(url, "").ok()) << url;
  }
}

}  // namespace
}  // namespace holdfast::server
