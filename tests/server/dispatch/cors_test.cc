#include "server/dispatch/cors.h"

#include <gtest/gtest.h>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

size_t AccessControlHeaders(const ReceivedAnswer& answer) {
  size_t count = 0;
  for (const auto& [name, value] : answer.headers) count += name.starts_with("Access-Control-") ? 1u : 0u;
  return count;
}

TEST(CorsTest, AnswersToAnOriginAreOpenToIt) {
  Exchange exchange;
  for (SentRequest request : {ApiRequest("ListTables", "{}"), ApiRequest("Nothing", "{"), SentRequest{.method = "GET"},
                              SentRequest{.method = "PUT"}}) {
    EXPECT_EQ(AccessControlHeaders(exchange.Send(request)), 0u);
    const ReceivedAnswer answer = exchange.Send(With(request, "Origin", "http://localhost:3000"));
    EXPECT_EQ(answer.Header("Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(answer.Header("Access-Control-Expose-Headers"),
              "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
    EXPECT_EQ(AccessControlHeaders(answer), 2u);
  }
}

TEST(CorsTest, PreflightEchoesWhatIsAskedFor) {
  Exchange exchange;
  const ReceivedAnswer answer =
      exchange.Send({.method = "OPTIONS",
                     .headers = {{"Origin", "http://localhost:3000"},
                                 {"Access-Control-Request-Headers", "x-amz-target,x-amz-date"},
                                 {"Access-Control-Request-Method", "POST"}}});
  EXPECT_EQ(answer.status(), 200);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(answer.Header("Content-Length"), "0");
  EXPECT_EQ(answer.Header("x-amz-crc32"), "0");
  EXPECT_EQ(answer.Header("Access-Control-Max-Age"), "172800");
  EXPECT_EQ(answer.Header("Access-Control-Allow-Headers"), "x-amz-target,x-amz-date");
  EXPECT_EQ(answer.Header("Access-Control-Allow-Methods"), "POST");
}

TEST(CorsTest, PreflightDoesNotInventWhatIsNotAskedFor) {
  Exchange exchange;
  const ReceivedAnswer answer = exchange.Send({.method = "OPTIONS", .headers = {{"Origin", "null"}}});
  EXPECT_EQ(answer.Header("Access-Control-Allow-Headers"), "(absent)");
  EXPECT_EQ(answer.Header("Access-Control-Allow-Methods"), "(absent)");
}

TEST(CorsTest, OptionsWithoutOriginIsNotFound) {
  Exchange exchange;
  const ReceivedAnswer answer = exchange.Send({.method = "OPTIONS"});
  EXPECT_EQ(answer.status(), 404);
  EXPECT_EQ(AccessControlHeaders(answer), 0u);
}

}  // namespace
}  // namespace holdfast::server
