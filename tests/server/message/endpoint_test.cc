#include "server/message/endpoint.h"

#include <gtest/gtest.h>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

TEST(EndpointTest, ParsesThePathsOfTheApiOfForksOfActorsAndOfTheAdminSurface) {
  const struct {
    std::string_view target;
    EndpointKind kind;
    std::string_view fork = "";
    std::string_view actor = "";
  } kCases[] = {
      {"/", EndpointKind::kApi},
      {"/?x=y", EndpointKind::kApi},
      {"/_holdfast/forks/w1", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1/", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1/?X-Amz-Algorithm=a", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1?x=y", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/", EndpointKind::kAdmin},
      {"/_holdfast/forks//", EndpointKind::kAdmin},
      {"/_holdfast/forks", EndpointKind::kAdmin},
      {"/_holdfast/forks/w1//", EndpointKind::kAdmin},
      {"/_holdfast/actors/alice", EndpointKind::kApi, "", "alice"},
      {"/_holdfast/actors/alice/", EndpointKind::kApi, "", "alice"},
      {"/_holdfast/actors/alice?x=y", EndpointKind::kApi, "", "alice"},
      {"/_holdfast/actors/forks", EndpointKind::kApi, "", "forks"},
      {"/_holdfast/actors", EndpointKind::kAdmin},
      {"/_holdfast/actors/", EndpointKind::kAdmin},
      {"/_holdfast/actors//", EndpointKind::kAdmin},
      {"/_holdfast/actors/alice//", EndpointKind::kAdmin},
      {"/_holdfast/actors/alice/done", EndpointKind::kAdmin},
      {"/_holdfast/actors/alice/forks/w1", EndpointKind::kAdmin},
      {"/_holdfast/actors/alice/actors/bob", EndpointKind::kAdmin},
      {"/_holdfast/forks/w1/actors/alice", EndpointKind::kApi, "w1", "alice"},
      {"/_holdfast/forks/w1/actors/alice/", EndpointKind::kApi, "w1", "alice"},
      {"/_holdfast/forks/w1/actors/alice/?x=y", EndpointKind::kApi, "w1", "alice"},
      {"/_holdfast/forks/actors/actors/forks", EndpointKind::kApi, "actors", "forks"},
      {"/_holdfast/forks/w1/actors/", EndpointKind::kAdmin},
      {"/_holdfast/forks/w1/actors", EndpointKind::kAdmin},
      {"/_holdfast/forks//actors/alice", EndpointKind::kAdmin},
      {"/_holdfast/forks/actors/alice", EndpointKind::kAdmin},
      {"/_holdfast/races/7/actors/alice/done", EndpointKind::kAdmin},
      {"/_holdfast/", EndpointKind::kAdmin},
      {"/_holdfast", EndpointKind::kNone},
      {"/_holdfastforks/w1", EndpointKind::kNone},
      {"//", EndpointKind::kNone},
      {"", EndpointKind::kNone},
      {"*", EndpointKind::kNone},
  };
  for (const auto& test_case : kCases) {
    const Endpoint endpoint = ParseEndpoint(test_case.target);
    EXPECT_EQ(endpoint.kind, test_case.kind) << test_case.target;
    EXPECT_EQ(endpoint.fork, test_case.fork) << test_case.target;
    EXPECT_EQ(endpoint.actor, test_case.actor) << test_case.target;
  }
}

TEST(EndpointTest, AHostBelowForkLocalhostNamesAFork) {
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost:8000"), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.FORK.localhost"), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost."), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost.:8000"), "test-1");
  for (const char* host : {"", ":8000", ":", ".", "fork.localhost", ".fork.localhost:8000", "127.0.0.1:8000",
                           "[::1]:8000", "dynamodb.us-east-1.amazonaws.com", "test-1.fork.localhost.example.com:8000",
                           "test-1.fork.example.com", "test-1fork.localhost:8000"}) {
    EXPECT_EQ(ForkFromHost(host), "") << host;
  }
}

constexpr std::string_view kCreateTable = R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                          R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                          R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

TEST(EndpointTest, AForkNamedByThePathIsTheForkNamedByTheHost) {
  Exchange exchange;
  const auto with_target = [](SentRequest request, std::string_view target) {
    request.target = target;
    return request;
  };
  const SentRequest list = ApiRequest("ListTables", "{}");
  ASSERT_EQ(exchange.Send(with_target(ApiRequest("CreateTable", kCreateTable), "/_holdfast/forks/w1")).status(), 200);
  const std::string_view with_slots = R"({"TableNames":["Slots"]})";
  EXPECT_EQ(exchange.Send(with_target(list, "/_holdfast/forks/w1")).body, with_slots);
  EXPECT_EQ(exchange.Send(with_target(list, "/_holdfast/forks/w1/")).body, with_slots);
  EXPECT_EQ(exchange.Send(WithHeader(list, "Host", "w1.fork.localhost:8000")).body, with_slots);
  EXPECT_EQ(exchange.Send(WithHeader(list, "Host", "w1.fork.localhost.:8000")).body, with_slots);
  EXPECT_EQ(exchange.Send(with_target(WithHeader(list, "Host", "w2.fork.localhost:8000"), "/_holdfast/forks/w1")).body,
            with_slots)
      << "the path takes precedence over the host";
  EXPECT_EQ(exchange.Send(with_target(list, "/_holdfast/forks/w2")).body, R"({"TableNames":[]})");
  EXPECT_EQ(exchange.Send(list).body, R"({"TableNames":[]})");
}

}  // namespace
}  // namespace holdfast::server
