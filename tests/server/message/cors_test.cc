#include "server/message/cors.h"

#include <gtest/gtest.h>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

size_t CountAccessControlHeaders(const ReceivedResponse& response) {
  size_t count = 0;
  for (const auto& [name, value] : response.headers) count += name.starts_with("Access-Control-") ? 1u : 0u;
  return count;
}

TEST(CorsTest, ResponsesToAnAllowedOriginHaveCorsHeaders) {
  Exchange exchange;
  for (SentRequest request : {ApiRequest("ListTables", "{}"), ApiRequest("Nothing", "{"), SentRequest{.method = "GET"},
                              SentRequest{.method = "PUT"}}) {
    EXPECT_EQ(CountAccessControlHeaders(exchange.Send(request)), 0u);
    const ReceivedResponse response = exchange.Send(WithHeader(request, "Origin", "http://localhost:3000"));
    EXPECT_EQ(response.Header("Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(response.Header("Access-Control-Expose-Headers"),
              "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
    EXPECT_EQ(CountAccessControlHeaders(response), 2u);
  }
}

TEST(CorsTest, PreflightEchoesRequestedHeadersAndMethods) {
  Exchange exchange;
  const ReceivedResponse response =
      exchange.Send({.method = "OPTIONS",
                     .headers = {{"Origin", "http://localhost:3000"},
                                 {"Access-Control-Request-Headers", "x-amz-target,x-amz-date"},
                                 {"Access-Control-Request-Method", "POST"}}});
  EXPECT_EQ(response.status(), 200);
  EXPECT_EQ(response.body, "");
  EXPECT_EQ(response.Header("Content-Length"), "0");
  EXPECT_EQ(response.Header("x-amz-crc32"), "0");
  EXPECT_EQ(response.Header("Access-Control-Max-Age"), "172800");
  EXPECT_EQ(response.Header("Access-Control-Allow-Headers"), "x-amz-target,x-amz-date");
  EXPECT_EQ(response.Header("Access-Control-Allow-Methods"), "POST");
}

TEST(CorsTest, PreflightAllowsNoHeadersOrMethodsThatAreNotRequested) {
  Exchange exchange;
  const ReceivedResponse response = exchange.Send({.method = "OPTIONS", .headers = {{"Origin", "http://localhost"}}});
  EXPECT_EQ(response.status(), 200);
  EXPECT_EQ(response.Header("Access-Control-Allow-Headers"), "(absent)");
  EXPECT_EQ(response.Header("Access-Control-Allow-Methods"), "(absent)");
}

TEST(CorsTest, OptionsWithoutOriginIsNotFound) {
  Exchange exchange;
  const ReceivedResponse response = exchange.Send({.method = "OPTIONS"});
  EXPECT_EQ(response.status(), 404);
  EXPECT_EQ(CountAccessControlHeaders(response), 0u);
}

TEST(CorsTest, OnlyPagesOfLoopbackOriginsAreServed) {
  for (const char* origin :
       {"http://localhost", "http://localhost:3000", "https://localhost:3000", "http://app.localhost:5173",
        "http://127.0.0.1:8080", "http://127.1.2.3", "http://[::1]:3000", "HTTP://LOCALHOST:3000"}) {
    Exchange exchange;
    EXPECT_EQ(exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "Origin", origin)).status(), 200) << origin;
  }
  for (const char* origin : {"https://example.com", "http://localhost.example.com", "http://example.com#localhost",
                             "http://127.0.0.1.nip.io", "http://notlocalhost", "http://10.0.0.7:3000", "null", "",
                             "file://", "chrome-extension://localhost", "http://127.0.0", "http://[::1].example.com"}) {
    Exchange exchange;
    const ReceivedResponse response = exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "Origin", origin));
    EXPECT_EQ(response.status(), 403) << origin;
    EXPECT_EQ(CountAccessControlHeaders(response), 0u) << origin;
    EXPECT_EQ(exchange.Send({.method = "OPTIONS", .headers = {{"Origin", origin}}}).status(), 403) << origin;
  }
}

constexpr std::string_view kSlots = R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

// Browsers send simple requests of a page without a preflight, so the server must refuse the requests themselves.
TEST(CorsTest, ASimpleRequestOfAnotherOriginHasNoEffect) {
  Exchange exchange;
  ASSERT_EQ(exchange.Call("CreateTable", kSlots).status(), 200);
  const SentRequest delete_table = ApiRequest("DeleteTable", R"({"TableName":"Slots"})");
  for (const char* type : {"text/plain", "application/x-amz-json-1.0", "application/x-www-form-urlencoded"}) {
    SentRequest request = WithHeader(WithHeader(delete_table, "Origin", "https://example.com"), "Content-Type", type);
    EXPECT_EQ(exchange.Send(request).status(), 403) << type;
    request.target = "/_holdfast/reset";
    EXPECT_EQ(exchange.Send(request).status(), 403) << type;
  }
  SentRequest without_origin = WithHeader(delete_table, "Sec-Fetch-Site", "cross-site");
  EXPECT_EQ(exchange.Send(without_origin).status(), 403);
  without_origin.target = "/_holdfast/reset";
  EXPECT_EQ(exchange.Send(without_origin).status(), 403);
  EXPECT_EQ(exchange.Call("ListTables", "{}").body, R"({"TableNames":["Slots"]})");
}

// DNS rebinding: to the browser, the page and this server have the same origin.
TEST(CorsTest, APageWhoseHostNameResolvesToThisServerIsRefused) {
  Exchange exchange;
  ASSERT_EQ(exchange.Call("CreateTable", kSlots).status(), 200);
  for (const char* host : {"rebound.example.com:8000", "rebound.example.com", "127.0.0.1.nip.io:8000",
                           "localhost.example", "1.2.3.4.5:8000", "ai.", "evil.local:8000"}) {
    const std::string origin = "http://" + std::string(host);
    const SentRequest delete_table =
        WithHeader(WithHeader(ApiRequest("DeleteTable", R"({"TableName":"Slots"})"), "Host", host), "Origin", origin);
    EXPECT_EQ(exchange.Send(delete_table).status(), 403) << host;
    SentRequest admin{.method = "GET", .target = "/_holdfast/clock", .headers = {{"Host", host}}};
    EXPECT_EQ(exchange.Send(admin).status(), 403)
        << host << ": browsers send no Origin header with a GET to the page's own origin";
    admin.method = "POST";
    admin.target = "/_holdfast/reset";
    EXPECT_EQ(exchange.Send(admin).status(), 403) << host;
  }
  EXPECT_EQ(exchange.Call("ListTables", "{}").body, R"({"TableNames":["Slots"]})");
}

TEST(CorsTest, HostNamesThatProgramsAndContainersUseAreAllowed) {
  Exchange exchange;
  for (const char* host : {"holdfast:8000", "host.docker.internal:8000", "localhost:8000", "w1.fork.localhost:8000",
                           "127.0.0.1:8000", "[::1]:8000", "172.17.0.2:8000", "localhost.:8000", ""}) {
    const SentRequest admin{.method = "GET", .target = "/_holdfast/clock", .headers = {{"Host", host}}};
    EXPECT_EQ(exchange.Send(admin).status(), 200) << host;
    const SentRequest page =
        WithHeader(WithHeader(ApiRequest("ListTables", "{}"), "Host", host), "Origin", "http://localhost:3000");
    EXPECT_EQ(exchange.Send(page).status(), 200) << host;
  }
  // Programs other than browsers may send any Host header.
  EXPECT_EQ(
      exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "Host", "dynamodb.us-east-1.amazonaws.com")).status(),
      200);
}

TEST(CorsTest, OriginsAndHostsOfTheOptionsAreAllowed) {
  Exchange exchange(DispatchOptions{.origins = OriginPolicy({"https://myapp.example"}, {"holdfast.test"})});
  const SentRequest list = ApiRequest("ListTables", "{}");
  const SentRequest reset{.target = "/_holdfast/reset", .headers = {{"Host", "holdfast.test:8000"}}};
  for (const char* origin : {"https://myapp.example", "http://localhost:3000", "http://holdfast.test:8000"}) {
    const SentRequest page = WithHeader(WithHeader(list, "Host", "holdfast.test:8000"), "Origin", origin);
    EXPECT_EQ(exchange.Send(page).Header("Access-Control-Allow-Origin"), "*") << origin;
    EXPECT_EQ(exchange.Send(WithHeader(reset, "Origin", origin)).status(), 200) << origin;
  }
  for (const char* origin : {"http://myapp.example", "https://myapp.example:8443", "https://x.myapp.example"}) {
    EXPECT_EQ(exchange.Send(WithHeader(list, "Origin", origin)).status(), 403) << origin;
  }
}

TEST(CorsTest, TheWildcardOriginIsNotAllowedAtTheAdminSurface) {
  Exchange exchange(DispatchOptions{.origins = OriginPolicy({"*"})});
  EXPECT_EQ(exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "Origin", "https://example.com")).status(), 200);
  const SentRequest reset{.target = "/_holdfast/reset", .headers = {{"Host", "localhost:8000"}}};
  EXPECT_EQ(exchange.Send(WithHeader(reset, "Origin", "https://example.com")).status(), 403);
  EXPECT_EQ(exchange.Send(WithHeader(reset, "Origin", "http://localhost:3000")).status(), 200);
}

TEST(CorsTest, APublicPageThatIsAllowedMayCallAPrivateAddress) {
  Exchange exchange(DispatchOptions{.origins = OriginPolicy({"https://myapp.example"})});
  SentRequest preflight{.method = "OPTIONS",
                        .headers = {{"Host", "localhost:8000"},
                                    {"Origin", "https://myapp.example"},
                                    {"Access-Control-Request-Private-Network", "true"}}};
  EXPECT_EQ(exchange.Send(preflight).Header("Access-Control-Allow-Private-Network"), "true");
  EXPECT_EQ(exchange.Send(WithoutHeader(preflight, "Access-Control-Request-Private-Network"))
                .Header("Access-Control-Allow-Private-Network"),
            "(absent)");
}

TEST(CorsTest, IsOriginAcceptsOnlyTheFormThatBrowsersSend) {
  for (const char* origin : {"*", "null", "https://myapp.example", "http://10.0.0.7:8080", "http://[::1]:80"}) {
    EXPECT_TRUE(IsOrigin(origin)) << origin;
  }
  for (const char* text : {"", "myapp.example", "https://", "https://myapp.example/", "https://a,https://b", "://x"}) {
    EXPECT_FALSE(IsOrigin(text)) << text;
  }
}

}  // namespace
}  // namespace holdfast::server
