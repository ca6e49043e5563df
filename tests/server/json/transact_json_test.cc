// The JSON of TransactWriteItems, TransactGetItems and cancellation reasons.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/json/members/cancellation_reasons_json.h"
#include "server/json/operations/transactions/transactions_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

AttributeMap Key(std::string_view text) { return {{"pk", AttributeValue::String(text)}}; }

ConsumedCapacity Capacity(std::string_view table_name, ConsumedCapacity::Kind kind, double table_units) {
  ConsumedCapacity capacity;
  capacity.table_name = table_name;
  capacity.kind = kind;
  capacity.table_units = table_units;
  return capacity;
}

TEST(TransactWriteItemsJson, DecodesEveryKindOfAction) {
  const Decoded<TransactWriteItemsRequest> request = DecodeTransactWriteItems(Parsed(
      R"({"TransactItems":[{"Put":{"TableName":"T","Item":{"pk":{"S":"1"}},"ConditionExpression":"c"}},)"
      R"({"Update":{"TableName":"T","Key":{"pk":{"S":"2"}},"UpdateExpression":"u","ExpressionAttributeNames":{"#a":"b"},)"
      R"("ExpressionAttributeValues":{":v":{"N":"1"}},"ReturnValuesOnConditionCheckFailure":"ALL_OLD"}},)"
      R"({"Delete":{"Key":{"pk":{"S":"3"}}}},{"ConditionCheck":{"Key":{"pk":{"S":"4"}},"ConditionExpression":"d"}},{},null,)"
      R"({"Put":{},"Delete":{}}],"ClientRequestToken":"token","ReturnConsumedCapacity":"TOTAL","ReturnItemCollectionMetrics":"SIZE"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->client_request_token, "token");
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kTotal));
  EXPECT_TRUE(request->return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize));
  const std::vector<TransactWriteItem>& items = *request->transact_items;
  ASSERT_EQ(items.size(), 7u);
  EXPECT_EQ(items[0].put->table_name, "T");
  EXPECT_EQ(items[0].put->item, Key("1"));
  EXPECT_EQ(items[0].put->condition_expression, "c");
  EXPECT_EQ(items[1].update->key, Key("2"));
  EXPECT_EQ(items[1].update->update_expression, "u");
  EXPECT_TRUE(items[1].update->expression_fields.names && items[1].update->expression_fields.values);
  EXPECT_TRUE(
      items[1].update->return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
  EXPECT_EQ(items[2].delete_item->key, Key("3"));
  EXPECT_FALSE(items[2].delete_item->table_name);
  EXPECT_EQ(items[3].condition_check->key, Key("4"));
  EXPECT_EQ(items[3].condition_check->condition_expression, "d");
  EXPECT_FALSE(items[4].put || items[4].update || items[4].delete_item || items[4].condition_check);
  EXPECT_FALSE(items[5].put || items[5].update || items[5].delete_item || items[5].condition_check);
  EXPECT_TRUE(items[6].put && items[6].delete_item);
}

TEST(TransactWriteItemsJson, EncodesCapacityInTotalAndAsReadOrWriteCapacity) {
  TransactWriteItemsResponse response;
  EXPECT_EQ(Encoded(EncodeTransactWriteItems, response), "{}");

  response.consumed_capacity.emplace();
  ConsumedCapacity by_index = Capacity("T", ConsumedCapacity::Kind::kWrite, 2);
  by_index.by_index = true;
  by_index.global_indexes = {{"g", 1}};
  response.consumed_capacity->push_back(by_index);
  response.consumed_capacity->push_back(Capacity("U", ConsumedCapacity::Kind::kRead, 6));
  response.item_collection_metrics.emplace();
  EXPECT_EQ(Encoded(EncodeTransactWriteItems, response),
            R"({"ConsumedCapacity":[{"TableName":"T","CapacityUnits":3.0,"WriteCapacityUnits":3.0,)"
            R"("Table":{"CapacityUnits":2.0,"WriteCapacityUnits":2.0},)"
            R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":1.0,"WriteCapacityUnits":1.0}}},)"
            R"({"TableName":"U","CapacityUnits":6.0,"ReadCapacityUnits":6.0}],"ItemCollectionMetrics":{}})");
}

TEST(TransactGetItemsJson, DecodesGets) {
  const Decoded<TransactGetItemsRequest> request = DecodeTransactGetItems(Parsed(
      R"({"TransactItems":[{"Get":{"TableName":"T","Key":{"pk":{"S":"1"}},"ProjectionExpression":"p","ExpressionAttributeNames":{"#a":"b"}}},{}]})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  const std::vector<TransactGetItem>& items = *request->transact_items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].get->table_name, "T");
  EXPECT_EQ(items[0].get->key, Key("1"));
  EXPECT_EQ(items[0].get->projection_expression, "p");
  EXPECT_TRUE(items[0].get->expression_attribute_names);
  EXPECT_FALSE(items[1].get);
}

TEST(TransactGetItemsJson, EncodesAnAbsentItemAsAnEmptyObject) {
  TransactGetItemsResponse response;
  response.responses.push_back(ResponseItem(Key("1")));
  response.responses.push_back(std::nullopt);
  EXPECT_EQ(Encoded(EncodeTransactGetItems, response), R"({"Responses":[{"Item":{"pk":{"S":"1"}}},{}]})");
}

TEST(CancellationReasonsJson, WritesTheReasonOfEachAction) {
  const std::vector<CancellationReason> reasons = {
      {"None", std::nullopt, nullptr},
      {"ConditionalCheckFailed", "The conditional request failed", ItemRef::Adopt(Item::Create(Key("1")).Release())},
      {"ValidationError", "a \"quoted\" name", nullptr}};
  std::string json;
  AppendCancellationReasons(reasons, &json);
  EXPECT_EQ(
      json,
      R"([{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"The conditional request failed","Item":{"pk":{"S":"1"}}},)"
      R"({"Code":"ValidationError","Message":"a \"quoted\" name"}])");
  json.clear();
  AppendCancellationReasons({}, &json);
  EXPECT_EQ(json, "[]");
}

}  // namespace
}  // namespace holdfast::server
