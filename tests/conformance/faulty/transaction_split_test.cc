#include "conformance/faulty/faults/transaction_split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

const Request kWrites = OperationRequest("TransactWriteItems", R"json({"TransactItems":[
    {"Put":{"TableName":"t","Item":{"pk":{"S":"a"}},"ConditionExpression":"attribute_not_exists(pk)"}},
    {"Update":{"TableName":"t","Key":{"pk":{"S":"b"}}}},
    {"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"c"}},"ConditionExpression":"attribute_exists(pk)"}},
    {"Delete":{"TableName":"t","Key":{"pk":{"S":"d"}}}}]})json");
const Request kReads = OperationRequest("TransactGetItems", R"({"TransactItems":[
    {"Get":{"TableName":"t","Key":{"pk":{"S":"a"}},"ProjectionExpression":"n"}},
    {"Get":{"TableName":"t","Key":{"pk":{"S":"b"}}}}]})");

TEST(TransactionSplit, EachActionBecomesARequest) {
  const std::vector<Request> requests = SplitTransaction(kWrites);
  ASSERT_EQ(requests.size(), 4U);
  EXPECT_EQ(requests[0].operation(), "PutItem");
  EXPECT_THAT(requests[0].body, IsJson(R"json({"TableName":"t","Item":{"pk":{"S":"a"}},
                                           "ConditionExpression":"attribute_not_exists(pk)"})json"));
  EXPECT_EQ(requests[1].operation(), "UpdateItem");
  EXPECT_EQ(requests[2].operation(), "TransactWriteItems");
  EXPECT_THAT(requests[2].body, IsJson(R"json({"TransactItems":[{"ConditionCheck":{"TableName":"t",
      "Key":{"pk":{"S":"c"}},"ConditionExpression":"attribute_exists(pk)"}}]})json"));
  EXPECT_EQ(requests[3].operation(), "DeleteItem");
}

TEST(TransactionSplit, ReadsAreConsistent) {
  const std::vector<Request> requests = SplitTransaction(kReads);
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0].operation(), "GetItem");
  EXPECT_THAT(requests[0].body, IsJson(R"({"TableName":"t","Key":{"pk":{"S":"a"}},"ProjectionExpression":"n",
                                           "ConsistentRead":true})"));
}

TEST(TransactionSplit, OtherRequestsAreNotSplit) {
  for (const char* body : {"no json", "{}", R"({"TransactItems":[]})", R"({"TransactItems":[{}]})",
                           R"({"TransactItems":[{"Pat":{}}]})", R"({"TransactItems":[{"Put":{},"Delete":{}}]})",
                           R"({"TransactItems":[{"Put":{}}],"ReturnConsumedCapacity":"TOTAL"})"}) {
    EXPECT_TRUE(SplitTransaction(OperationRequest("TransactWriteItems", body)).empty()) << body;
  }
  EXPECT_TRUE(SplitTransaction(OperationRequest("PutItem", kWrites.body)).empty());
  EXPECT_TRUE(SplitTransaction(OperationRequest("TransactGetItems", kWrites.body)).empty());
  EXPECT_TRUE(SplitTransaction(OperationRequest("TransactWriteItems", R"({"TransactItems":[{"Get":{}}]})")).empty());
}

TEST(TransactionSplit, StopsAtTheFirstFailureAndUndoesNothing) {
  ScriptedEndpoint endpoint({Success(), ConditionFailed(R"({"pk":{"S":"b"}})")});
  const Response response = MakeTransactionSplit()->Handle(kWrites, &endpoint);
  EXPECT_EQ(endpoint.Operations(), "PutItem UpdateItem");
  const std::vector<CancellationReason> reasons = CancellationReasonsOf(response);
  ASSERT_EQ(reasons.size(), 4U);
  EXPECT_EQ(reasons[0].code, "None");
  EXPECT_EQ(reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(reasons[1].message, kConditionFailedMessage);
  EXPECT_EQ(reasons[1].item, R"({"pk":{"S":"b"}})");
  EXPECT_EQ(reasons[3].code, "None");
}

TEST(TransactionSplit, AFailedCheckGivesItsReason) {
  ScriptedEndpoint endpoint(
      {Success(), Success(), TransactionCanceled({{.code = "ConditionalCheckFailed", .message = "", .item = ""}})});
  const std::vector<CancellationReason> reasons =
      CancellationReasonsOf(MakeTransactionSplit()->Handle(kWrites, &endpoint));
  ASSERT_EQ(reasons.size(), 4U);
  EXPECT_EQ(reasons[2].code, "ConditionalCheckFailed");
}

TEST(TransactionSplit, AFailureOfTheWholeRequestIsTheResponse) {
  const Response missing = Failure(400, "ResourceNotFoundException", "Requested resource not found");
  ScriptedEndpoint endpoint({missing});
  EXPECT_EQ(MakeTransactionSplit()->Handle(kWrites, &endpoint).body, missing.body);
}

TEST(TransactionSplit, SuccessIsOneResponse) {
  ScriptedEndpoint writes;
  EXPECT_EQ(MakeTransactionSplit()->Handle(kWrites, &writes).body, "{}");
  EXPECT_EQ(writes.Operations(), "PutItem UpdateItem TransactWriteItems DeleteItem");

  ScriptedEndpoint reads({Success(R"({"Item":{"n":{"N":"1"}}})"), Success()});
  EXPECT_THAT(MakeTransactionSplit()->Handle(kReads, &reads).body,
              IsJson(R"({"Responses":[{"Item":{"n":{"N":"1"}}},{}]})"));
}

}  // namespace
}  // namespace holdfast::conformance::faulty
