#include "server/dispatch/hint_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "tests/server/dispatch/exchange.h"
#include "tests/server/log/unread_stderr.h"

namespace holdfast::server {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kSlots = R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

class HintLogTest : public testing::Test {
 protected:
  // `credential`: without its last part, `/aws4_request`.
  static SentRequest WithCredential(SentRequest request, std::string_view credential) {
    return WithHeader(
        std::move(request), "Authorization",
        "AWS4-HMAC-SHA256 Credential=" + std::string(credential) + "/aws4_request, SignedHeaders=host, Signature=ab");
  }

  std::vector<std::string> lines_;
  HintLog hints_{[this](std::string_view line) { lines_.emplace_back(line); }};
  Exchange exchange_{DispatchOptions{.hints = &hints_}};
};

TEST_F(HintLogTest, NormalRequestsLogNothing) {
  ASSERT_EQ(exchange_.Call("CreateTable", kSlots).status(), 200);
  exchange_.Call("ListTables", "{}");
  exchange_.Call("DescribeTable", R"({"TableName":"Other"})");
  exchange_.Send({.method = "GET"});
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(HintLogTest, AnEmptyRegionOrServiceIsLoggedOnce) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(exchange_.Send(WithCredential(ApiRequest("ListTables", "{}"), "k/20261001//dynamodb")).status(), 200);
  }
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("empty region")));
  EXPECT_EQ(exchange_.Send(WithCredential(ApiRequest("ListTables", "{}"), "k/20261001/us-east-1/")).status(), 200);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("empty region"), HasSubstr("empty service")));
}

TEST_F(HintLogTest, ARequestToAnEmptyDatabaseLogsWhereTablesAre) {
  const SentRequest create =
      WithCredential(ApiRequest("CreateTable", kSlots), "123456789012/20261001/us-east-1/dynamodb");
  ASSERT_EQ(exchange_.Send(create).status(), 200);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(exchange_.Call("ListTables", "{}").body, R"({"TableNames":[]})");
  }
  EXPECT_THAT(lines_, ElementsAre(AllOf(HasSubstr("account 000000000000 in us-east-1 has no tables"),
                                        HasSubstr("account 123456789012 in us-east-1 has Slots"))));
}

TEST_F(HintLogTest, ATableThatOnlyAnotherDatabaseHasIsLogged) {
  const SentRequest create =
      WithCredential(ApiRequest("CreateTable", kSlots), "123456789012/20261001/eu-west-2/dynamodb");
  ASSERT_EQ(exchange_.Send(create).status(), 200);
  EXPECT_EQ(exchange_.Call("Scan", R"({"TableName":"Slots"})").status(), 400);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("account 123456789012 in eu-west-2 has Slots")));
}

TEST_F(HintLogTest, AnUnsupportedOperationIsLoggedOnce) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(exchange_.Call("ImportTable", "{}").body,
              R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  }
  EXPECT_THAT(lines_, ElementsAre(AllOf(HasSubstr("ImportTable is not an operation"), HasSubstr("GetItem, PutItem"))));
  exchange_.Send(WithHeader(ApiRequest("", "{}"), "X-Amz-Target", "DynamoDB_20111205.GetItem"));
  EXPECT_THAT(lines_.back(), HasSubstr("no API DynamoDB_20111205.GetItem"));
}

TEST_F(HintLogTest, ControlCodesInRequestsAreNotLogged) {
  exchange_.Send(WithHeader(ApiRequest("", "{}"), "X-Amz-Target", "\x1b[31m" + std::string(8000, 'x')));
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_EQ(lines_[0].find('\x1b'), std::string::npos);
  EXPECT_LT(lines_[0].size(), 300u);
}

TEST_F(HintLogTest, ManyUnknownOperationsDoNotFillTheLogOrMemory) {
  for (int i = 0; i < 1000; ++i) exchange_.Call("Operation" + std::to_string(i), "{}");
  EXPECT_EQ(lines_.size(), HintLog::kLinesMax);
}

TEST_F(HintLogTest, ArithmeticInConditionsIsExplainedOnce) {
  ASSERT_EQ(exchange_.Call("CreateTable", kSlots).status(), 200);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(exchange_
                  .Call("UpdateItem", R"({"TableName":"Slots","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :q",)"
                                      R"("ConditionExpression":"(quantity - reservedQty) >= :q",)"
                                      R"("ExpressionAttributeValues":{":q":{"N":"1"}}})")
                  .body,
              R"({"__type":"com.amazon.coral.validate#ValidationException","message":"1 validation error detected: )"
              R"(Invalid ConditionExpression: Syntax error; token: \"-\", near: \"quantity - reservedQty\""})");
  }
  EXPECT_THAT(lines_,
              ElementsAre(AllOf(HasSubstr("SET availableQty = availableQty - :q, reservedQty = reservedQty + :q"),
                                HasSubstr("--allow-arithmetic-conditions"))));
}

TEST_F(HintLogTest, OtherErrorsAreNotExplainedAsArithmetic) {
  const auto report_refusal = [this](const char* message) { hints_.OnRefusal({ErrorKind::kValidation, message}); };
  for (const char* message : {"Invalid ConditionExpression: Syntax error; token: \"*\", near: \"a * b\"",
                              "Invalid ConditionExpression: Syntax error; token: \"--\", near: \"a -- b\"",
                              "Invalid UpdateExpression: Syntax error; token: \"-\", near: \"- :b\"",
                              "Invalid ProjectionExpression: Syntax error; token: \"-\", near: \"a - b\"",
                              "The provided key element does not match the schema", ""}) {
    report_refusal(message);
    EXPECT_THAT(lines_, IsEmpty()) << message;
  }
  hints_.OnRefusal({ErrorKind::kResourceNotFound, "Syntax error; token: \"-\""});
  EXPECT_THAT(lines_, IsEmpty());
  report_refusal("Invalid KeyConditionExpression: Syntax error; token: \"-\", near: \"a - :b\"");
  EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(HintLogTest, AHyphenatedNameIsExplainedOnce) {
  ASSERT_EQ(exchange_.Call("CreateTable", kSlots).status(), 200);
  for (const char* projection : {"user-id", "pk, user-id", "room-no"}) {
    EXPECT_EQ(exchange_
                  .Call("GetItem", R"({"TableName":"Slots","Key":{"pk":{"S":"a"}},"ProjectionExpression":")" +
                                       std::string(projection) + R"("})")
                  .status(),
              400);
  }
  EXPECT_THAT(lines_, ElementsAre(AllOf(HasSubstr("user-id"), HasSubstr("the hyphen as a minus"),
                                        HasSubstr(R"(ExpressionAttributeNames {"#n": "user-id"})"))));
}

TEST_F(HintLogTest, AConditionOnAHyphenatedNameMayBeArithmeticToo) {
  ASSERT_EQ(exchange_.Call("CreateTable", kSlots).status(), 200);
  exchange_.Call("DeleteItem", R"({"TableName":"Slots","Key":{"pk":{"S":"a"}},"ConditionExpression":"user-id = :v",)"
                               R"("ExpressionAttributeValues":{":v":{"N":"1"}}})");
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("the hyphen as a minus"), HasSubstr("no arithmetic in conditions")));
}

TEST_F(HintLogTest, AReservedWordIsExplainedOnce) {
  ASSERT_EQ(exchange_.Call("CreateTable", kSlots).status(), 200);
  for (const char* word : {"status", "status", "name"}) {
    exchange_.Call("UpdateItem", R"({"TableName":"Slots","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET )" +
                                     std::string(word) +
                                     R"( = :s","ExpressionAttributeValues":{":s":{"S":"m4rk3r"}}})");
  }
  EXPECT_THAT(lines_, ElementsAre(AllOf(HasSubstr("status is a reserved word"),
                                        HasSubstr(R"(ExpressionAttributeNames {"#status": "status"})"),
                                        testing::Not(HasSubstr("m4rk3r")))));
}

TEST_F(HintLogTest, RepeatedHealthChecksWithoutAUserAgentLogAHintAboutTheOtherStatus) {
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(exchange_.Send({.method = "GET", .headers = {{"User-Agent", "curl/7.88.1"}}}).status(), 200);
  }
  EXPECT_THAT(lines_, IsEmpty());
  for (int i = 0; i < 30; ++i) exchange_.Send({.method = "GET", .headers = {{"Host", "localhost:8000"}}});
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("--health-check-status 400")));
}

TEST(HintLogStderrTest, ARequestDoesNotWaitForAReaderOfTheStandardErrorStream) {
  UnreadStderr unread;
  HintLog hints;
  Exchange exchange{DispatchOptions{.hints = &hints}};
  const std::future<void> handled = std::async(std::launch::async, [&] {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(exchange.Call("Foo" + std::to_string(i), "{}").status(), 400);
  });
  EXPECT_EQ(handled.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_THAT(unread.ReadUntilIdle(), HasSubstr("holdfast: Foo4 is not an operation of this server"));
}

TEST(HealthCheckStatusTest, GetOfTheRootHasTheStatusOfDynamoDBLocalIfConfigured) {
  Exchange exchange(DispatchOptions{.health_check_status = 400});
  const ReceivedResponse response = exchange.Send({.method = "GET"});
  EXPECT_EQ(response.status(), 400);
  EXPECT_EQ(response.Header("Connection"), "close");
  EXPECT_THAT(response.body, HasSubstr("MissingAuthenticationTokenException"));
}

}  // namespace
}  // namespace holdfast::server
