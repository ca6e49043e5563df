#include "conformance/client/expiry.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/conformance/support/scripted_http_endpoint.h"

namespace holdfast::conformance {
namespace {

// What SweepExpired throws if the endpoint sends `response`, or nothing if it returns. Without a response, the endpoint
// closes the connection.
std::optional<SetupFailed> FailureOfSweep(const std::optional<std::string>& response) {
  const ScriptedHttpEndpoint endpoint([&response](const auto&) { return response; });
  EndpointOptions options;
  options.url = options.streams_url = endpoint.url();
  Client client(options, 0, 1);
  try {
    SweepExpired(client);
    return std::nullopt;
  } catch (const SetupFailed& failure) {
    return failure;
  }
}

TEST(SweepExpired, ALostResponseDoesNotMeanThatTheEndpointLacksTheSweep) {
  const std::optional<SetupFailed> failure = FailureOfSweep(std::nullopt);
  ASSERT_TRUE(failure.has_value());
  EXPECT_FALSE(failure->unsupported()) << failure->what();
}

TEST(SweepExpired, AnEndpointThatRefusesTheRequestLacksTheSweep) {
  const std::optional<SetupFailed> failure = FailureOfSweep(ResponseBytes("{}", 404));
  ASSERT_TRUE(failure.has_value());
  EXPECT_TRUE(failure->unsupported());
  EXPECT_FALSE(FailureOfSweep(ResponseBytes("{}")).has_value());
}

}  // namespace
}  // namespace holdfast::conformance
