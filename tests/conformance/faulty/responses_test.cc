#include "conformance/faulty/responses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

TEST(Responses, AFailedConditionHasTheBodyOfDynamoDb) {
  const Response plain = ConditionFailed("");
  EXPECT_EQ(plain.status, 400U);
  EXPECT_EQ(plain.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                        R"("message":"The conditional request failed"})");
  EXPECT_EQ(ErrorTypeOf(plain), "ConditionalCheckFailedException");
  EXPECT_THAT(ConditionFailed(R"({"pk":{"S":"a"}})").body,
              IsJson(R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
                         "message":"The conditional request failed","Item":{"pk":{"S":"a"}}})"));
}

TEST(Responses, ACanceledTransactionHasAReasonForEachAction) {
  const Response response = TransactionCanceled(
      {{}, {.code = "ConditionalCheckFailed", .message = "The \"request\" failed", .item = R"({"a":{"N":"1"}})"}});
  EXPECT_EQ(response.status, 400U);
  EXPECT_THAT(response.body, IsJson(R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
                         "Message":"Transaction cancelled, please refer cancellation reasons for specific reasons )"
                                    R"([None, ConditionalCheckFailed]",
                         "CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed",
                         "Message":"The \"request\" failed","Item":{"a":{"N":"1"}}}]})"));
  const std::vector<CancellationReason> reasons = CancellationReasonsOf(response);
  ASSERT_EQ(reasons.size(), 2U);
  EXPECT_EQ(reasons[0].code, "None");
  EXPECT_EQ(reasons[1].message, "The \"request\" failed");
  EXPECT_EQ(reasons[1].item, R"({"a":{"N":"1"}})");
}

TEST(Responses, ReasonOfConvertsTheErrorOfASingleAction) {
  EXPECT_EQ(ReasonOf(ConditionFailed(""))->code, "ConditionalCheckFailed");
  EXPECT_EQ(ReasonOf(Failure(400, "TransactionConflictException", "m"))->code, "TransactionConflict");
  EXPECT_EQ(ReasonOf(Failure(400, "ValidationException", "m"))->message, "m");
  EXPECT_EQ(ReasonOf(TransactionCanceled({{.code = "TransactionConflict", .message = "", .item = ""}}))->code,
            "TransactionConflict");
}

TEST(Responses, AFailureThatConcernsNoActionGivesNoReason) {
  EXPECT_FALSE(ReasonOf(Failure(400, "ResourceNotFoundException", "m")).has_value());
  EXPECT_FALSE(ReasonOf(Failure(500, "InternalServerError", "m")).has_value());
  EXPECT_FALSE(ReasonOf(Response{}).has_value());
  EXPECT_FALSE(ReasonOf({.status = 502, .body = "<html>", .headers = {}}).has_value());
}

}  // namespace
}  // namespace holdfast::conformance::faulty
