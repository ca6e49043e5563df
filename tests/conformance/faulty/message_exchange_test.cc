#include "conformance/faulty/message_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance::faulty {
namespace {

using testing::HasSubstr;
using testing::Not;

namespace http = boost::beast::http;

constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKID/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=abc";

RequestMessage Message() {
  RequestMessage message(http::verb::post, "/", 11);
  message.set(http::field::host, "127.0.0.1:9000");
  message.set(http::field::authorization, kAuthorization);
  message.set("X-Amz-Target", "DynamoDB_20120810.GetItem");
  message.set("X-Amz-Date", "20260101T000000Z");
  message.set(http::field::connection, "keep-alive");
  message.body() = R"({"TableName":"t"})";
  message.prepare_payload();
  return message;
}

std::string Field(const http::fields& fields, std::string_view name) { return std::string(fields[name]); }

std::string Field(const HttpRequest& request, std::string_view name) {
  for (const auto& [header, value] : request.headers) {
    if (boost::beast::iequals(header, name)) return value;
  }
  return "";
}

HttpRequest Sent(const RequestMessage& message, std::string body, std::string_view url = "http://db:8000") {
  const SignedRequest request = *ReadSignedRequest(message);
  return ToHttpRequest(message, request, request.request.WithOperation("GetItem", std::move(body)),
                       *ParseEndpointUrl(url), "s");
}

TEST(MessageExchange, ReadsTheCallerAndTheRequest) {
  const auto request = ReadSignedRequest(Message());
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->access_key_id, "AKID");
  EXPECT_EQ(request->region, "eu-west-1");
  EXPECT_EQ(request->request.caller, "AKID/eu-west-1");
  EXPECT_EQ(request->request.operation(), "GetItem");
  EXPECT_EQ(request->request.body, R"({"TableName":"t"})");
}

TEST(MessageExchange, OtherMessagesAreNotRead) {
  RequestMessage get = Message();
  get.method(http::verb::get);
  RequestMessage admin = Message();
  admin.target("/_holdfast/clock");
  RequestMessage without_target = Message();
  without_target.erase("X-Amz-Target");
  RequestMessage unsigned_message = Message();
  unsigned_message.erase(http::field::authorization);
  RequestMessage short_credential = Message();
  short_credential.set(http::field::authorization, "AWS4-HMAC-SHA256 Credential=AKID/20260101, Signature=abc");
  RequestMessage compressed = Message();
  compressed.set(http::field::content_encoding, "gzip");
  for (const auto& message : {get, admin, without_target, unsigned_message, short_credential, compressed}) {
    EXPECT_FALSE(ReadSignedRequest(message).has_value())
        << message.method_string() << message[http::field::authorization];
  }
}

TEST(MessageExchange, AnUnchangedRequestKeepsItsSignature) {
  const HttpRequest sent = Sent(Message(), Message().body());
  EXPECT_EQ(Field(sent, "Authorization"), kAuthorization);
  EXPECT_EQ(Field(sent, "Host"), "127.0.0.1:9000");
  EXPECT_EQ(Field(sent, "X-Amz-Date"), "20260101T000000Z");
  EXPECT_EQ(Field(sent, "Connection"), "");
}

TEST(MessageExchange, AChangedRequestIsSignedAnewForTheEndpoint) {
  const HttpRequest sent = Sent(Message(), R"({"TableName":"other"})");
  EXPECT_EQ(sent.body, R"({"TableName":"other"})");
  EXPECT_EQ(Field(sent, "Host"), "db:8000");
  EXPECT_THAT(Field(sent, "Authorization"), HasSubstr("Credential=AKID/"));
  EXPECT_THAT(Field(sent, "Authorization"), HasSubstr("/eu-west-1/dynamodb/aws4_request"));
  EXPECT_THAT(Field(sent, "Authorization"), HasSubstr("SignedHeaders=content-type;host;x-amz-date;x-amz-target"));
  EXPECT_NE(Field(sent, "X-Amz-Date"), "20260101T000000Z");
}

TEST(MessageExchange, OverTlsEverythingIsSignedAnew) {
  const HttpRequest sent = Sent(Message(), Message().body(), "https://dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(Field(sent, "Host"), "dynamodb.eu-west-1.amazonaws.com");
  EXPECT_THAT(Field(sent, "Authorization"), Not(HasSubstr("Signature=abc")));
}

TEST(MessageExchange, CompressedResponsesAreNotAccepted) {
  RequestMessage message = Message();
  message.set(http::field::accept_encoding, "gzip, br");
  const HttpRequest sent = Sent(message, message.body());
  EXPECT_EQ(Field(sent, "Accept-Encoding"), "identity");
  EXPECT_THAT(Field(sent, "Authorization"), Not(HasSubstr("Signature=abc")));
}

TEST(MessageExchange, LengthAndChecksumMatchTheBody) {
  Response response = {
      .status = 200, .body = "123456789", .headers = {{"x-amz-crc32", "1"}, {"x-amzn-RequestId", "R"}}};
  const ResponseMessage message = ToMessage(std::move(response));
  EXPECT_EQ(message.result_int(), 200U);
  EXPECT_EQ(Field(message, "Content-Length"), "9");
  EXPECT_EQ(Field(message, "x-amzn-RequestId"), "R");
  EXPECT_EQ(Field(message, "Content-Type"), "application/x-amz-json-1.0");
  // The CRC-32 of "123456789", its published check value.
  EXPECT_EQ(Field(message, "x-amz-crc32"), "3421780262");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
