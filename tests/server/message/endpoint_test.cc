#include "server/message/endpoint.h"

#include <gtest/gtest.h>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

TEST(EndpointTest, PathsNameTheApiAForkOrTheAdminSurface) {
  const struct {
    std::string_view target;
    EndpointKind kind;
    std::string_view fork;
  } kCases[] = {
      {"/", EndpointKind::kApi, ""},
      {"/?x=y", EndpointKind::kApi, ""},
      {"/_holdfast/forks/w1", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1/", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1/?X-Amz-Algorithm=a", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/w1?x=y", EndpointKind::kApi, "w1"},
      {"/_holdfast/forks/", EndpointKind::kAdmin, ""},
      {"/_holdfast/forks//", EndpointKind::kAdmin, ""},
      {"/_holdfast/forks", EndpointKind::kAdmin, ""},
      {"/_holdfast/forks/w1//", EndpointKind::kAdmin, ""},
      {"/_holdfast/forks/w1/actors/alice", EndpointKind::kAdmin, ""},
      {"/_holdfast/actors/alice", EndpointKind::kAdmin, ""},
      {"/_holdfast/", EndpointKind::kAdmin, ""},
      {"/_holdfast", EndpointKind::kNone, ""},
      {"/_holdfastforks/w1", EndpointKind::kNone, ""},
      {"//", EndpointKind::kNone, ""},
      {"", EndpointKind::kNone, ""},
      {"*", EndpointKind::kNone, ""},
  };
  for (const auto& test_case : kCases) {
    const Endpoint endpoint = ParseEndpoint(test_case.target);
    EXPECT_EQ(endpoint.kind, test_case.kind) << test_case.target;
    EXPECT_EQ(endpoint.fork, test_case.fork) << test_case.target;
  }
}

TEST(EndpointTest, AHostBelowForkLocalhostNamesAFork) {
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost:8000"), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.FORK.localhost"), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost."), "test-1");
  EXPECT_EQ(ForkFromHost("test-1.fork.localhost.:8000"), "test-1");
  for (const char* host :
       {"", ":8000", ":", ".", "fork.localhost", ".fork.localhost:8000", "127.0.0.1:8000", "[::1]:8000"}) {
    EXPECT_EQ(ForkFromHost(host), "") << host;
  }
}

constexpr std::string_view kTable = R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

TEST(EndpointTest, AForkNamedByThePathIsTheForkNamedByTheHost) {
  Exchange exchange;
  const auto at = [](SentRequest request, std::string_view target) {
    request.target = target;
    return request;
  };
  const SentRequest list = ApiRequest("ListTables", "{}");
  ASSERT_EQ(exchange.Send(at(ApiRequest("CreateTable", kTable), "/_holdfast/forks/w1")).status(), 200);
  const std::string_view has_it = R"({"TableNames":["Slots"]})";
  EXPECT_EQ(exchange.Send(at(list, "/_holdfast/forks/w1")).body, has_it);
  EXPECT_EQ(exchange.Send(at(list, "/_holdfast/forks/w1/")).body, has_it);
  EXPECT_EQ(exchange.Send(With(list, "Host", "w1.fork.localhost:8000")).body, has_it);
  EXPECT_EQ(exchange.Send(With(list, "Host", "w1.fork.localhost.:8000")).body, has_it);
  EXPECT_EQ(exchange.Send(at(With(list, "Host", "w2.fork.localhost:8000"), "/_holdfast/forks/w1")).body, has_it)
      << "the path goes before the host";
  EXPECT_EQ(exchange.Send(at(list, "/_holdfast/forks/w2")).body, R"({"TableNames":[]})");
  EXPECT_EQ(exchange.Send(list).body, R"({"TableNames":[]})");
}

TEST(EndpointTest, PathsReservedForRacesAreNotServed) {
  Exchange exchange;
  for (const char* target : {"/_holdfast/actors/alice", "/_holdfast/forks/w1/actors/alice"}) {
    SentRequest request = ApiRequest("CreateTable", kTable);
    request.target = target;
    EXPECT_EQ(exchange.Send(request).status(), 404) << target;
  }
  EXPECT_EQ(exchange.Call("ListTables", "{}").body, R"({"TableNames":[]})");
}

}  // namespace
}  // namespace holdfast::server
