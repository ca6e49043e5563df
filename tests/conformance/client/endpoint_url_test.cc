#include "conformance/client/endpoint_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

TEST(EndpointUrl, HasSchemeHostAndPort) {
  const auto url = ParseEndpointUrl("http://127.0.0.1:8000");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->scheme, "http");
  EXPECT_EQ(url->host, "127.0.0.1");
  EXPECT_EQ(url->port, 8000);
  EXPECT_FALSE(url->tls());
  EXPECT_EQ(url->HostHeader(), "127.0.0.1:8000");
}

TEST(EndpointUrl, TheSchemeImpliesThePort) {
  const auto plain = ParseEndpointUrl("http://localhost");
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->port, 80);
  EXPECT_EQ(plain->HostHeader(), "localhost");

  const auto secure = ParseEndpointUrl("https://dynamodb.eu-west-1.amazonaws.com/");
  ASSERT_TRUE(secure.has_value());
  EXPECT_EQ(secure->port, 443);
  EXPECT_TRUE(secure->tls());
  EXPECT_EQ(secure->HostHeader(), "dynamodb.eu-west-1.amazonaws.com");
}

TEST(EndpointUrl, TheHostHeaderOmitsOnlyTheDefaultPort) {
  EXPECT_EQ(ParseEndpointUrl("http://a:443")->HostHeader(), "a:443");
  EXPECT_EQ(ParseEndpointUrl("https://a:443")->HostHeader(), "a");
}

TEST(EndpointUrl, AnIpv6AddressStandsInBrackets) {
  const auto url = ParseEndpointUrl("http://[::1]:8000/");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->port, 8000);
  EXPECT_EQ(url->HostHeader(), "[::1]:8000");
  EXPECT_EQ(ParseEndpointUrl("https://[fe80::1]")->HostHeader(), "[fe80::1]");
}

TEST(EndpointUrl, OtherTextsAreRejected) {
  for (const char* text : {"", "http://", "http:///", "ftp://a", "a:8000", "http://a:", "http://a:0", "http://a:65536",
                           "http://a:80b", "http://a/b", "http://a//", "http://a?b", "http://user@a", "http://::1",
                           "http://[::1", "http://[::1]8000", "http://[a]", "http://:80", "HTTP://a"}) {
    EXPECT_FALSE(ParseEndpointUrl(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace holdfast::conformance
