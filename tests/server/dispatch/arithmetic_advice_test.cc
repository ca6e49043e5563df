#include "server/dispatch/errors/arithmetic_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

Error Validation(std::string message) { return {ErrorKind::kValidation, std::move(message)}; }

TEST(ArithmeticAdviceTest, RecognisesTheErrorsOfArithmeticInConditions) {
  for (const char* message :
       {"Invalid ConditionExpression: Syntax error; token: \"-\", near: \"quantity - reservedQty\"",
        "1 validation error detected: Invalid ConditionExpression: Syntax error; token: \"+\", near: \"a + "
        "b\"",
        "Invalid FilterExpression: Syntax error; token: \"-\", near: \"a - :b\"",
        "Invalid KeyConditionExpression: Syntax error; token: \"-\", near: \"a - :b\""}) {
    EXPECT_TRUE(RefusesArithmetic(Validation(message))) << message;
  }
  for (const char* message : {"Invalid ConditionExpression: Syntax error; token: \"*\", near: \"a * b\"",
                              "Invalid ConditionExpression: Syntax error; token: \"--\", near: \"a -- b\"",
                              "Invalid UpdateExpression: Syntax error; token: \"-\", near: \"- :b\"",
                              "The provided key element does not match the schema", ""}) {
    EXPECT_FALSE(RefusesArithmetic(Validation(message))) << message;
  }
  EXPECT_FALSE(RefusesArithmetic({ErrorKind::kResourceNotFound, "Syntax error; token: \"-\""}));
}

TEST(ArithmeticAdviceTest, ARefusedReservationGetsDynamoDBsErrorAndIsExplainedInTheLogOnce) {
  Exchange exchange;
  exchange.Call("CreateTable", R"({"TableName":"Stock","BillingMode":"PAY_PER_REQUEST",)"
                               R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(exchange
                  .Call("UpdateItem", R"({"TableName":"Stock","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :q",)"
                                      R"("ConditionExpression":"(quantity - reservedQty) >= :q",)"
                                      R"("ExpressionAttributeValues":{":q":{"N":"1"}}})")
                  .body,
              R"({"__type":"com.amazon.coral.validate#ValidationException","message":"1 validation error detected: )"
              R"(Invalid ConditionExpression: Syntax error; token: \"-\", near: \"quantity - reservedQty\""})");
  }
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::HasSubstr("SET availableQty = availableQty - :q, reservedQty = reservedQty + :q"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1) << log;
}

}  // namespace
}  // namespace holdfast::server
