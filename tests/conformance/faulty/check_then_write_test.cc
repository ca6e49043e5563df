#include "conformance/faulty/faults/check_then_write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kUpdate = R"({"TableName":"t","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET n = :new",
    "ConditionExpression":"n = :old","ReturnValuesOnConditionCheckFailure":"ALL_OLD",
    "ExpressionAttributeValues":{":new":{"N":"2"},":old":{"N":"1"}}})";
constexpr std::string_view kPut =
    R"json({"TableName":"t","Item":{"pk":{"S":"a"},"n":{"N":"1"}},"ConditionExpression":"attribute_not_exists(pk)"})json";
constexpr std::string_view kTransaction = R"json({"ClientRequestToken":"x","TransactItems":[
    {"Delete":{"TableName":"t","Key":{"pk":{"S":"a"}}}},
    {"Delete":{"TableName":"t","Key":{"pk":{"S":"b"}},"ConditionExpression":"attribute_exists(pk)"}},
    {"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"c"}},"ConditionExpression":"attribute_exists(pk)"}}]})json";

CancellationReason Reason(std::string code, std::string item = "") {
  return {.code = std::move(code), .message = "", .item = std::move(item)};
}

Request Write(std::string_view operation, std::string_view body) {
  return OperationRequest(operation, std::string(body));
}

TEST(CheckThenWrite, TheConditionOfAnUpdateIsCheckedFirst) {
  ScriptedEndpoint endpoint;
  const Response response = MakeCheckThenWrite()->Handle(Write("UpdateItem", kUpdate), &endpoint);
  EXPECT_TRUE(response.ok());
  ASSERT_EQ(endpoint.Operations(), "TransactWriteItems UpdateItem");
  EXPECT_THAT(endpoint.requests()[0].body,
              IsJson(R"({"TransactItems":[{"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"a"}},
                  "ConditionExpression":"n = :old","ReturnValuesOnConditionCheckFailure":"ALL_OLD",
                  "ExpressionAttributeValues":{":old":{"N":"1"}}}}]})"));
  EXPECT_THAT(endpoint.requests()[1].body,
              IsJson(R"({"TableName":"t","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET n = :new",
                  "ReturnValuesOnConditionCheckFailure":"ALL_OLD","ExpressionAttributeValues":{":new":{"N":"2"}}})"));
}

TEST(CheckThenWrite, TheConditionOfAPutIsCheckedOnTheKeyOfItsItem) {
  ScriptedEndpoint endpoint({Success(KeySchemaResponse("pk"))});
  MakeCheckThenWrite()->Handle(Write("PutItem", kPut), &endpoint);
  ASSERT_EQ(endpoint.Operations(), "DescribeTable TransactWriteItems PutItem");
  EXPECT_THAT(endpoint.requests()[1].body,
              IsJson(R"json({"TransactItems":[{"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"a"}},
                  "ConditionExpression":"attribute_not_exists(pk)"}}]})json"));
}

TEST(CheckThenWrite, AFailedCheckIsAFailedCondition) {
  ScriptedEndpoint endpoint({TransactionCanceled({Reason("ConditionalCheckFailed", R"({"n":{"N":"5"}})")})});
  const Response response = MakeCheckThenWrite()->Handle(Write("UpdateItem", kUpdate), &endpoint);
  EXPECT_EQ(response.body, ConditionFailed(R"({"n":{"N":"5"}})").body);
  EXPECT_EQ(endpoint.Operations(), "TransactWriteItems");
}

TEST(CheckThenWrite, AConflictingCheckIsRepeated) {
  const Response conflict = TransactionCanceled({Reason("TransactionConflict")});
  ScriptedEndpoint endpoint({conflict, conflict});
  EXPECT_TRUE(MakeCheckThenWrite()->Handle(Write("UpdateItem", kUpdate), &endpoint).ok());
  EXPECT_EQ(endpoint.Operations(), "TransactWriteItems TransactWriteItems TransactWriteItems UpdateItem");
}

TEST(CheckThenWrite, AWriteThatCannotBeCheckedIsSentUnchanged) {
  ScriptedEndpoint refusing({Failure(400, "ValidationException", "syntax")});
  MakeCheckThenWrite()->Handle(Write("UpdateItem", kUpdate), &refusing);
  ASSERT_EQ(refusing.Operations(), "TransactWriteItems UpdateItem");
  EXPECT_EQ(refusing.requests()[1].body, kUpdate);

  ScriptedEndpoint without_table({Failure(400, "ResourceNotFoundException", "no table")});
  MakeCheckThenWrite()->Handle(Write("PutItem", kPut), &without_table);
  ASSERT_EQ(without_table.Operations(), "DescribeTable PutItem");
  EXPECT_EQ(without_table.requests()[1].body, kPut);
}

TEST(CheckThenWrite, UnconditionalWritesAndReadsPass) {
  for (const char* operation : {"PutItem", "GetItem", "TransactWriteItems", "BatchWriteItem"}) {
    ScriptedEndpoint endpoint;
    MakeCheckThenWrite()->Handle(OperationRequest(operation, R"({"TableName":"t"})"), &endpoint);
    EXPECT_EQ(endpoint.Operations(), operation);
  }
}

TEST(CheckThenWrite, ATransactionChecksAllAndThenWritesAll) {
  ScriptedEndpoint endpoint;
  EXPECT_TRUE(MakeCheckThenWrite()->Handle(Write("TransactWriteItems", kTransaction), &endpoint).ok());
  ASSERT_EQ(endpoint.Operations(), "TransactWriteItems TransactWriteItems");
  EXPECT_THAT(endpoint.requests()[0].body, IsJson(R"json({"TransactItems":[
      {"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"b"}},"ConditionExpression":"attribute_exists(pk)"}},
      {"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"c"}},"ConditionExpression":"attribute_exists(pk)"}}]})json"));
  EXPECT_THAT(endpoint.requests()[1].body, IsJson(R"({"ClientRequestToken":"x","TransactItems":[
      {"Delete":{"TableName":"t","Key":{"pk":{"S":"a"}}}},{"Delete":{"TableName":"t","Key":{"pk":{"S":"b"}}}}]})"));
}

TEST(CheckThenWrite, AFailedCheckIsTheReasonOfItsAction) {
  ScriptedEndpoint endpoint({TransactionCanceled({Reason("None"), Reason("ConditionalCheckFailed")})});
  const Response response = MakeCheckThenWrite()->Handle(Write("TransactWriteItems", kTransaction), &endpoint);
  const std::vector<CancellationReason> reasons = CancellationReasonsOf(response);
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_EQ(reasons[0].code, "None");
  EXPECT_EQ(reasons[1].code, "None");
  EXPECT_EQ(reasons[2].code, "ConditionalCheckFailed");
}

TEST(CheckThenWrite, ATokenIsExecutedOnce) {
  const auto fault = MakeCheckThenWrite();
  ScriptedEndpoint endpoint;
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(fault->Handle(Write("TransactWriteItems", kTransaction), &endpoint).ok());
  }
  EXPECT_EQ(endpoint.Operations(), "TransactWriteItems TransactWriteItems");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
