#include "server/dispatch/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "server/message/response_checksum.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr std::string_view kSerializationWithoutMessage =
    R"({"__type":"com.amazon.coral.service#SerializationException"})";
constexpr std::string_view kUnknownOperation = R"({"__type":"com.amazon.coral.service#UnknownOperationException"})";
constexpr std::string_view kMissingToken =
    R"({"__type":"com.amazon.coral.service#MissingAuthenticationTokenException",)"
    R"("message":"Request is missing Authentication Token"})";
constexpr std::string_view kNotFound = "<UnknownOperationException/>\n";

TEST(DispatcherTest, ChecksumsAreThoseOfTheRealService) {
  Exchange exchange;
  const struct {
    SentRequest request;
    std::string_view body;
    std::string crc32;
  } kCases[] = {
      {ApiRequest("ListTables", "{"), kSerializationWithoutMessage, "3948637019"},
      {ApiRequest("Nothing", "{}"), kUnknownOperation, "1368724161"},
      {WithoutHeader(ApiRequest("ListTables", "{}"), "authorization"), kMissingToken, "2088342776"},
      {{.method = "PUT"}, kNotFound, "3552371480"},
      {{.method = "GET"}, "healthy: dynamodb.us-east-1.amazonaws.com ", "3128867991"},
  };
  for (const auto& test_case : kCases) {
    const ReceivedResponse response = exchange.Send(test_case.request);
    EXPECT_EQ(response.body, test_case.body);
    EXPECT_EQ(response.Header("x-amz-crc32"), test_case.crc32) << test_case.body;
    EXPECT_EQ(response.Header("Content-Length"), std::to_string(test_case.body.size()));
  }
}

// Each response shows which fault of its request is checked first; the next request no longer has that fault.
TEST(DispatcherTest, ChecksInTheOrderOfDynamoDB) {
  Exchange exchange;
  SentRequest request = ApiRequest("Nothing", "{malformed");
  request = WithoutHeader(request, "authorization");
  EXPECT_EQ(exchange.Send(request).body, kSerializationWithoutMessage)
      << "malformed JSON is reported before an unknown operation";

  request.body.clear();
  EXPECT_EQ(exchange.Send(request).body, kUnknownOperation)
      << "an unknown operation is reported before missing authentication";

  request = WithHeader(request, "x-amz-target", "DynamoDB_20120810.GetItem");
  EXPECT_EQ(exchange.Send(request).body, kMissingToken) << "missing authentication is reported before an empty body";

  request = WithHeader(request, "authorization", kAuthorization);
  EXPECT_EQ(exchange.Send(request).body, kSerializationWithoutMessage) << "an empty body is malformed JSON";

  request.body = "[]";
  EXPECT_THAT(exchange.Send(request).body,
              StartsWith(R"({"__type":"com.amazon.coral.service#SerializationException")"));

  request.body = R"({"TableName":1,"Key":{}})";
  EXPECT_EQ(exchange.Send(request).body, R"({"__type":"com.amazon.coral.service#SerializationException",)"
                                         R"("Message":"NUMBER_VALUE cannot be converted to String"})");
  request.body = R"({})";
  EXPECT_THAT(exchange.Send(request).body, StartsWith(R"({"__type":"com.amazon.coral.validate#ValidationException",)"));
}

TEST(DispatcherTest, MissingAuthenticationIsReportedBeforeTypeErrors) {
  Exchange exchange;
  EXPECT_EQ(exchange.Send(WithoutHeader(ApiRequest("GetItem", R"({"TableName":1})"), "authorization")).body,
            kMissingToken);
}

TEST(DispatcherTest, OnlyExactTargetsAreOperations) {
  Exchange exchange;
  for (const char* target :
       {"", "GetItem", "DynamoDB_20120810.", "DynamoDB_20120810", "DynamoDB_20120810.getitem",
        "DynamoDB_20120810.GetItem.", "DynamoDB_20120810..GetItem", "DynamoDB_20111205.GetItem",
        "dynamodb_20120810.GetItem", "DynamoDBStreams_20120810.GetItem", "DynamoDB_20120810.GetItem GetItem"}) {
    const ReceivedResponse response = exchange.Send(WithHeader(ApiRequest("", "{}"), "x-amz-target", target));
    EXPECT_EQ(response.body, kUnknownOperation) << target;
    EXPECT_EQ(response.status(), 400) << target;
  }
  EXPECT_EQ(exchange.Send(WithoutHeader(ApiRequest("GetItem", "{}"), "x-amz-target")).body, kUnknownOperation);
}

TEST(DispatcherTest, DispatchesOperationsByTheirTarget) {
  Exchange exchange;
  for (const char* operation : {"GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "BatchGetItem",
                                "BatchWriteItem", "TransactGetItems", "TransactWriteItems", "CreateTable",
                                "DescribeTable", "ListTables", "DeleteTable", "DescribeLimits", "DescribeEndpoints"}) {
    EXPECT_NE(exchange.Call(operation, "{}").body, kUnknownOperation) << operation;
  }
}

// DynamoDB Streams is a service of its own, although both services have one port and are signed for as `dynamodb`.
TEST(DispatcherTest, AnOperationBelongsToOneService) {
  Exchange exchange;
  for (const char* operation : {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"}) {
    const SentRequest request = ApiRequest(operation, "{}");
    EXPECT_EQ(exchange.Send(request).body, kUnknownOperation) << operation;
    const std::string target = std::string("DynamoDBStreams_20120810.") + operation;
    EXPECT_NE(exchange.Send(WithHeader(request, "x-amz-target", target)).body, kUnknownOperation) << operation;
    EXPECT_EQ(exchange.Send(WithoutHeader(WithHeader(request, "x-amz-target", target), "authorization")).body,
              kMissingToken);
  }
  for (const char* target :
       {"DynamoDBStreams_20120810.PutItem", "DynamoDBStreams_20120810.", "DynamoDBStreams_20120810",
        "DynamoDBStreams_20111205.ListStreams", "DynamoDBStreams_20120810.liststreams"}) {
    EXPECT_EQ(exchange.Send(WithHeader(ApiRequest("", "{}"), "x-amz-target", target)).body, kUnknownOperation)
        << target;
  }
}

TEST(DispatcherTest, ContentTypes) {
  Exchange exchange;
  const struct {
    const char* content_type;
    int status;
    const char* response_type;
  } kCases[] = {
      {"application/x-amz-json-1.0", 200, "application/x-amz-json-1.0"},
      {"application/json", 200, "application/json"},
      {"  application/json  ;   asfd", 200, "application/json"},
      {"application/x-amz-json-1.0; charset=utf-8", 200, "application/x-amz-json-1.0"},
      {"application/x-amz-json-1.1", 200, "application/json"},
      {"application/jsonasdf", 404, "(absent)"},
      {"whatever", 404, "(absent)"},
      {"", 404, "(absent)"},
  };
  for (const auto& test_case : kCases) {
    const ReceivedResponse response =
        exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "content-type", test_case.content_type));
    EXPECT_EQ(response.status(), test_case.status) << test_case.content_type;
    EXPECT_EQ(response.Header("content-type"), test_case.response_type) << test_case.content_type;
  }
  EXPECT_EQ(exchange.Send(WithoutHeader(ApiRequest("ListTables", "{}"), "content-type")).status(), 404);
  EXPECT_EQ(exchange.Send(WithoutHeader(ApiRequest("ListTables", ""), "content-type")).body,
            kSerializationWithoutMessage)
      << "an empty body is reported before a missing Content-Type";
}

TEST(DispatcherTest, RequestsOutsideOfTheApiAreNotFound) {
  Exchange exchange;
  for (const auto& [method, target] : std::vector<std::pair<std::string, std::string>>{{"GET", "/anything"},
                                                                                       {"PUT", "/"},
                                                                                       {"DELETE", "/"},
                                                                                       {"PATCH", "/"},
                                                                                       {"OPTIONS", "/"},
                                                                                       {"POST", "/path"},
                                                                                       {"POST", "//"},
                                                                                       {"POST", "*"},
                                                                                       {"post", "/"},
                                                                                       {"POST", ""}}) {
    SentRequest request = ApiRequest("ListTables", "{}");
    request.method = method;
    request.target = target;
    const ReceivedResponse response = exchange.Send(request);
    EXPECT_EQ(response.status(), 404) << method << " " << target;
    EXPECT_EQ(response.body, kNotFound) << method << " " << target;
  }
}

TEST(DispatcherTest, HealthCheckNeedsNoHeaders) {
  Exchange exchange;
  for (const char* target : {"/", "/?x=y", "/?"}) {
    const ReceivedResponse response = exchange.Send({.method = "GET", .target = target});
    EXPECT_EQ(response.status(), 200);
    EXPECT_EQ(response.body, "healthy: dynamodb.us-east-1.amazonaws.com ");
    EXPECT_EQ(response.Header("x-amzn-RequestId").size(), 52u);
  }
}

TEST(DispatcherTest, ResponsesToHeadHaveNoBody) {
  Exchange exchange;
  for (const char* target : {"/", "/elsewhere"}) {
    const ReceivedResponse head = exchange.Send({.method = "HEAD", .target = target});
    EXPECT_EQ(head.status(), 404);
    EXPECT_EQ(head.Header("Content-Length"), std::to_string(kNotFound.size()))
        << "the length of the body that another method would get";
    EXPECT_EQ(head.body, "") << target;
  }
}

TEST(DispatcherTest, EveryResponseHasAUniqueId) {
  Exchange exchange;
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = exchange.Call("ListTables", "{}").Header("x-amzn-requestid");
    EXPECT_THAT(id, MatchesRegex("[0-9A-Z]{52}"));
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 1000u);
}

TEST(DispatcherTest, HeadersOfAResponse) {
  Exchange exchange;
  const ReceivedResponse response = exchange.Call("ListTables", "{}");
  EXPECT_EQ(response.status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(response.Header("server"), "Server");
  EXPECT_THAT(response.Header("date"), MatchesRegex("[MTWFS][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} "
                                                    "[0-9]{2}:[0-9]{2}:[0-9]{2} GMT"));
  EXPECT_EQ(response.Header("connection"), "(absent)");
  EXPECT_EQ(response.Header("access-control-allow-origin"), "(absent)");
  EXPECT_EQ(response.Header("content-encoding"), "(absent)");
  EXPECT_EQ(response.Header("x-amz-crc32"), std::to_string(ResponseChecksum(response.body)));
}

TEST(DispatcherTest, ResponsesHaveTheConnectionHeaderOfTheSession) {
  Exchange exchange;
  SentRequest request = ApiRequest("ListTables", "{}");
  request.connection = "keep-alive";
  EXPECT_EQ(exchange.Send(request).Header("connection"), "keep-alive");
}

TEST(DispatcherTest, AnItemIsReturnedAsItWasPut) {
  Exchange exchange;
  ASSERT_EQ(exchange
                .Call("CreateTable", R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                     R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                     R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})")
                .status(),
            200);
  const std::string item = R"({"pk":{"S":"a"},"text":{"S":"emoji 😀, quote \" and nul \u0000"}})";
  EXPECT_EQ(exchange.Call("PutItem", R"({"TableName":"Slots","Item":)" + item + "}").body, "{}");
  const ReceivedResponse response = exchange.Call("GetItem", R"({"TableName":"Slots","Key":{"pk":{"S":"a"}}})");
  EXPECT_EQ(response.body, R"({"Item":)" + item + "}");
  EXPECT_EQ(response.Header("content-length"), std::to_string(response.body.size()));

  const ReceivedResponse refused = exchange.Call("PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"}},)"
                                                            R"j("ConditionExpression":"attribute_not_exists(pk)",)j"
                                                            R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})");
  EXPECT_EQ(refused.status(), 400);
  EXPECT_EQ(refused.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                          R"("message":"The conditional request failed","Item":)" +
                              item + "}");
}

TEST(DispatcherTest, DescribeEndpointsReturnsTheHostOfTheRequest) {
  Exchange exchange;
  EXPECT_THAT(exchange.Send(WithHeader(ApiRequest("DescribeEndpoints", "{}"), "host", "db.test:4567")).body,
              HasSubstr(R"("Address":"db.test:4567")"));
}

// JSON must be UTF-8, but headers need not be.
TEST(DispatcherTest, ResponsesThatQuoteHeadersAreValidJson) {
  Exchange exchange;
  const std::string authorization = "AWS4-HMAC-SHA256 Credential=caf\xe9, SignedHeaders=host, Signature=0";
  EXPECT_THAT(exchange.Send(WithHeader(ApiRequest("ListTables", "{}"), "authorization", authorization)).body,
              HasSubstr("got 'caf\xc3\xa9'"));
  EXPECT_THAT(exchange
                  .Send({.target = "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=%ff&X-Amz-Signature=0"
                                   "&X-Amz-SignedHeaders=host&X-Amz-Date=20261001T000000Z",
                         .headers = {{"X-Amz-Target", "DynamoDB_20120810.ListTables"}}})
                  .body,
              HasSubstr("got '\xc3\xbf'"));
  EXPECT_THAT(exchange.Send(WithHeader(ApiRequest("DescribeEndpoints", "{}"), "host", "\xff\xc3\xa9")).body,
              HasSubstr("\"Address\":\"\xc3\xbf\xc3\x83\xc2\xa9\""));
  EXPECT_THAT(exchange.Send(WithHeader(ApiRequest("DescribeEndpoints", "{}"), "host", "\xc3\xa9")).body,
              HasSubstr("\"Address\":\"\xc3\xa9\""));
}

TEST(DispatcherTest, HostileBodiesAreRefused) {
  Exchange exchange;
  const std::string bodies[] = {
      std::string(size_t{16} << 20, '['),
      std::string(100'000, '{'),
      "{\"TableName\":\"\xff\xfe\"}",
      "{\"TableName\":\"\xed\xa0\x80\"}",
      R"({"TableName":"\ud800"})",
      "{} {}",
      "{}x",
      std::string("{}\0", 3),
      std::string(1, '\0'),
      "\xef\xbb\xbf{}",
      "{\"a\":1e999999999}",
      "{'a':1}",
      "nul",
      " ",
  };
  for (const std::string& body : bodies) {
    const ReceivedResponse response = exchange.Call("GetItem", body);
    EXPECT_EQ(response.status(), 400) << body.substr(0, 40);
    EXPECT_THAT(response.body, StartsWith(R"({"__type":"com.amazon.coral.)")) << body.substr(0, 40);
  }
}

TEST(DispatcherTest, LongEchoedHeadersFitInTheHead) {
  Exchange exchange;
  const std::string wanted(10'000, 'x');
  const ReceivedResponse response = exchange.Send(
      {.method = "OPTIONS", .headers = {{"Origin", "http://localhost"}, {"Access-Control-Request-Headers", wanted}}});
  EXPECT_EQ(response.status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(response.Header("access-control-allow-headers"), wanted);
  EXPECT_EQ(exchange.Call("ListTables", "{}").body, R"({"TableNames":[]})") << "the next response is complete";
}

TEST(DispatcherTest, ResponsesToUnreadableRequests) {
  Exchange exchange;
  const ReceivedResponse too_large = exchange.Refuse(RefusalReason::kTooLarge);
  EXPECT_EQ(too_large.status(), 413);
  EXPECT_EQ(too_large.Header("transfer-encoding"), "chunked");
  EXPECT_EQ(too_large.Header("content-length"), "(absent)");
  EXPECT_EQ(too_large.Header("x-amzn-requestid"), "(absent)");
  EXPECT_EQ(too_large.body, "0\r\n\r\n");

  const ReceivedResponse malformed = exchange.Refuse(RefusalReason::kMalformed);
  EXPECT_EQ(malformed.status(), 400);
  EXPECT_EQ(malformed.Header("content-length"), "0");
  EXPECT_EQ(malformed.body, "");
}

TEST(RefusedRequests, CreateNoDatabase) {
  Exchange exchange;
  constexpr std::string_view kTable =
      R"({"TableName":"Rooms","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})";
  const auto create_in_fork = [&](std::string_view body) {
    SentRequest request = ApiRequest("CreateTable", body);
    request.target = "/_holdfast/forks/f";
    return exchange.Send(std::move(request)).status();
  };
  EXPECT_EQ(exchange.Call("CreateTable", R"({"TableName":"T"})").status(), 400);
  EXPECT_EQ(exchange.Call("CreateTable", "{}").status(), 400);
  EXPECT_EQ(create_in_fork(R"({"TableName":"T"})"), 400);
  SentRequest of_an_actor = ApiRequest("CreateTable", kTable);
  of_an_actor.target = "/_holdfast/actors/alice";
  EXPECT_EQ(exchange.Send(std::move(of_an_actor)).status(), 400);
  EXPECT_EQ(exchange.engine().database_count(), 0u);
  EXPECT_EQ(exchange.Call("CreateTable", kTable).status(), 200);
  EXPECT_EQ(exchange.Call("CreateTable", R"({"TableName":"T"})").status(), 400);
  EXPECT_EQ(exchange.Call("DescribeTable", R"({"TableName":"Rooms"})").status(), 200);
  EXPECT_EQ(create_in_fork(R"({"TableName":"T"})"), 400);
  EXPECT_EQ(exchange.engine().database_count(), 2u) << "the fork shows the moment of its first use";
}

}  // namespace
}  // namespace holdfast::server
