#include "conformance/faulty/faults/condition_stripped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

// The request that the endpoint gets.
Request Stripped(const Request& write) {
  ScriptedEndpoint endpoint;
  MakeConditionStripped()->Handle(write, &endpoint);
  return endpoint.requests().at(0);
}

TEST(ConditionStripped, AWriteLosesItsCondition) {
  const Request write = OperationRequest("PutItem", R"json({"TableName":"t","Item":{"pk":{"S":"a"}},
      "ConditionExpression":"attribute_not_exists(#p)","ExpressionAttributeNames":{"#p":"pk"}})json");
  EXPECT_THAT(Stripped(write).body, IsJson(R"({"TableName":"t","Item":{"pk":{"S":"a"}}})"));
  EXPECT_EQ(Stripped(write).target, "DynamoDB_20120810.PutItem");
}

TEST(ConditionStripped, ExpectedAndConditionalOperatorAreRemoved) {
  const Request write =
      OperationRequest("DeleteItem", R"({"Key":{},"Expected":{"a":{"Exists":false}},"ConditionalOperator":"AND"})");
  EXPECT_THAT(Stripped(write).body, IsJson(R"({"Key":{}})"));
}

TEST(ConditionStripped, WithoutAConditionNothingChanges) {
  for (const char* body : {R"({ "TableName" : "t" })", "no json", "[]"}) {
    EXPECT_EQ(Stripped(OperationRequest("PutItem", body)).body, body);
    EXPECT_EQ(Stripped(OperationRequest("TransactWriteItems", body)).body, body);
  }
  const std::string read = R"({"ConditionExpression":"a"})";
  EXPECT_EQ(Stripped(OperationRequest("GetItem", read)).body, read);
}

TEST(ConditionStripped, ATransactionLosesConditionsAndChecks) {
  const Request transaction = OperationRequest("TransactWriteItems", R"json({"ClientRequestToken":"x","TransactItems":[
      {"ConditionCheck":{"Key":{},"ConditionExpression":"attribute_exists(a)"}},
      {"Update":{"UpdateExpression":"SET a = :a","ConditionExpression":"a = :b",
                 "ExpressionAttributeValues":{":a":{"N":"1"},":b":{"N":"2"}}}},
      {"Put":{"Item":{}}}]})json");
  EXPECT_THAT(Stripped(transaction).body, IsJson(R"({"ClientRequestToken":"x","TransactItems":[
      {"Update":{"UpdateExpression":"SET a = :a","ExpressionAttributeValues":{":a":{"N":"1"}}}},
      {"Put":{"Item":{}}}]})"));
}

TEST(ConditionStripped, ATransactionOfChecksAloneSucceedsWithoutARequest) {
  const Request checks =
      OperationRequest("TransactWriteItems", R"({"TransactItems":[{"ConditionCheck":{"ConditionExpression":"a"}}]})");
  ScriptedEndpoint endpoint;
  const Response response = MakeConditionStripped()->Handle(checks, &endpoint);
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.body, "{}");
  EXPECT_EQ(endpoint.Operations(), "");
}

TEST(ConditionStripped, TheReasonsOfACancelledTransactionAreThoseOfTheClientsActions) {
  const Request transaction = OperationRequest("TransactWriteItems", R"json({"TransactItems":[
      {"ConditionCheck":{"Key":{},"ConditionExpression":"attribute_exists(a)"}},{"Put":{"Item":{}}},
      {"Put":{"Item":{"a":{"N":"1"}}}}]})json");
  ScriptedEndpoint endpoint({TransactionCanceled({{}, {.code = "TransactionConflict", .message = "", .item = ""}})});
  const Response response = MakeConditionStripped()->Handle(transaction, &endpoint);
  std::string codes;
  for (const CancellationReason& reason : CancellationReasonsOf(response)) codes += reason.code + " ";
  EXPECT_EQ(codes, "None None TransactionConflict ");
}

TEST(ConditionStripped, AnEmptyTransactionIsSentToTheEndpoint) {
  ScriptedEndpoint endpoint;
  MakeConditionStripped()->Handle(OperationRequest("TransactWriteItems", R"({"TransactItems":[]})"), &endpoint);
  EXPECT_EQ(endpoint.Operations(), "TransactWriteItems");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
