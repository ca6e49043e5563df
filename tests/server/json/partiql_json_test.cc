// The JSON of ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.
#include "server/json/operations/partiql/partiql_json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

using AV = AttributeValue;

AttributeMap ItemWithKey(std::string_view text) { return {{"pk", AV::String(text)}}; }

TEST(ExecuteStatementJson, DecodesEveryMember) {
  const Decoded<ExecuteStatementRequest> request = DecodeExecuteStatement(
      Parsed(R"({"Statement":"SELECT","Parameters":[{"S":"x"},{"N":"1"}],"ConsistentRead":true,"NextToken":"t",)"
             R"("Limit":7,"ReturnConsumedCapacity":"TOTAL","ReturnValuesOnConditionCheckFailure":"ALL_OLD"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->statement, "SELECT");
  EXPECT_EQ(request->parameters, (std::vector<AV>{AV::String("x"), AV::Number(1)}));
  EXPECT_TRUE(request->consistent_read);
  EXPECT_EQ(request->next_token, "t");
  EXPECT_EQ(request->limit, 7);
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kTotal));
  EXPECT_TRUE(request->return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
}

TEST(ExecuteStatementJson, KeepsAbsentMembersAbsent) {
  for (const char* body : {"{}", R"({"Statement":null,"Parameters":null,"Limit":null,"Other":1})"}) {
    const Decoded<ExecuteStatementRequest> request = DecodeExecuteStatement(Parsed(body));
    ASSERT_TRUE(request.ok()) << Message(request);
    EXPECT_FALSE(request->statement || request->parameters || request->next_token || request->limit) << body;
    EXPECT_FALSE(request->consistent_read) << body;
  }
}

TEST(ExecuteStatementJson, RefusesWrongTypes) {
  for (const char* body : {R"({"Statement":1})", R"({"Parameters":{}})", R"({"Parameters":["x"]})", R"({"Limit":"x"})",
                           R"({"ConsistentRead":"perhaps"})", R"({"NextToken":[]})", R"({"Parameters":[{"S":1}]})"}) {
    EXPECT_FALSE(DecodeExecuteStatement(Parsed(body)).ok()) << body;
  }
  // Lists are checked before other members, whatever their order in the body.
  EXPECT_EQ(Message(DecodeExecuteStatement(Parsed(R"({"Statement":1,"Parameters":{}})"))),
            Message(DecodeExecuteStatement(Parsed(R"({"Parameters":{}})"))));
}

TEST(ExecuteStatementJson, AlwaysEncodesItems) {
  ExecuteStatementResponse response;
  EXPECT_EQ(Encoded(EncodeExecuteStatement, response), R"({"Items":[]})");

  response.items = {ItemWithKey("1"), AttributeMap()};
  response.next_token = "abc";
  response.last_evaluated_key = ItemWithKey("1");
  response.consumed_capacity.emplace();
  response.consumed_capacity->table_name = "T";
  response.consumed_capacity->table_units = 0.5;
  EXPECT_EQ(Encoded(EncodeExecuteStatement, response),
            R"({"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5},"Items":[{"pk":{"S":"1"}},{}],)"
            R"("LastEvaluatedKey":{"pk":{"S":"1"}},"NextToken":"abc"})");
}

TEST(BatchExecuteStatementJson, DecodesStatements) {
  const Decoded<BatchExecuteStatementRequest> request = DecodeBatchExecuteStatement(
      Parsed(R"({"Statements":[{"Statement":"a","Parameters":[{"BOOL":true}],"ConsistentRead":true},null,)"
             R"({"ReturnValuesOnConditionCheckFailure":"ALL_OLD"}],"ReturnConsumedCapacity":"INDEXES"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes));
  const std::vector<BatchStatementRequest>& statements = *request->statements;
  ASSERT_EQ(statements.size(), 3u);
  EXPECT_EQ(statements[0].statement, "a");
  EXPECT_EQ(statements[0].parameters, std::vector<AV>{AV::Bool(true)});
  EXPECT_TRUE(statements[0].consistent_read);
  EXPECT_FALSE(statements[1].statement || statements[1].parameters);
  EXPECT_TRUE(statements[2].return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
}

TEST(BatchExecuteStatementJson, EncodesMembersOfEachKind) {
  BatchExecuteStatementResponse response;
  response.responses.resize(4);
  response.responses[0].table_name = "T";
  response.responses[1].table_name = "T";
  response.responses[1].item = ItemWithKey("1");
  response.responses[2].error = BatchStatementError{"ValidationError", "a \"quoted\" text"};
  response.responses[3].table_name = "U";
  response.responses[3].error = BatchStatementError{"DuplicateItem", "m"};
  EXPECT_EQ(Encoded(EncodeBatchExecuteStatement, response),
            R"({"Responses":[{"TableName":"T"},{"Item":{"pk":{"S":"1"}},"TableName":"T"},)"
            R"({"Error":{"Code":"ValidationError","Message":"a \"quoted\" text"}},)"
            R"({"Error":{"Code":"DuplicateItem","Message":"m"},"TableName":"U"}]})");
}

TEST(ExecuteTransactionJson, DecodesStatementsAndToken) {
  const Decoded<ExecuteTransactionRequest> request = DecodeExecuteTransaction(
      Parsed(R"({"TransactStatements":[{"Statement":"a","Parameters":[{"NULL":true}],)"
             R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"},{}],"ClientRequestToken":"t",)"
             R"("ReturnConsumedCapacity":"NONE"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->client_request_token, "t");
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kNone));
  const std::vector<ParameterizedStatement>& statements = *request->transact_statements;
  ASSERT_EQ(statements.size(), 2u);
  EXPECT_EQ(statements[0].statement, "a");
  EXPECT_EQ(statements[0].parameters, std::vector<AV>{AV::Null()});
  EXPECT_TRUE(statements[0].return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
  EXPECT_FALSE(statements[1].statement);
  EXPECT_FALSE(DecodeExecuteTransaction(Parsed(R"({"TransactStatements":[1]})")).ok());
}

TEST(ExecuteTransactionJson, EncodesAbsentAndEmptyItems) {
  ExecuteTransactionResponse response;
  EXPECT_EQ(Encoded(EncodeExecuteTransaction, response), R"({"Responses":[]})");
  response.responses = {ResponseItem(ItemWithKey("1")), std::nullopt, ResponseItem(AttributeMap())};
  EXPECT_EQ(Encoded(EncodeExecuteTransaction, response), R"({"Responses":[{"Item":{"pk":{"S":"1"}}},{},{"Item":{}}]})");
}

}  // namespace
}  // namespace holdfast::server
