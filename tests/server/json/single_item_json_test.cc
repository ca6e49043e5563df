// The JSON of PutItem, GetItem, UpdateItem and DeleteItem.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "server/json/operations/items/items_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

AttributeMap Item() { return {{"pk", AttributeValue::String("a")}, {"n", AttributeValue::Number(1)}}; }

ConsumedCapacity Capacity(std::string_view table_name, double table_units) {
  ConsumedCapacity capacity;
  capacity.table_name = table_name;
  capacity.table_units = table_units;
  return capacity;
}

ItemCollectionMetrics Metrics(std::string_view key) {
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = {{"pk", AttributeValue::String(key)}};
  return metrics;
}

TEST(PutItemJson, DecodesEveryMember) {
  const Parsed parsed(
      R"({"TableName":"T","Item":{"pk":{"S":"a"},"n":{"N":"1"}},"ConditionExpression":"c","ExpressionAttributeNames":{"#a":"x"},)"
      R"("ExpressionAttributeValues":{":v":{"N":"5"},":a":{"S":"s"}},"ReturnValues":"ALL_OLD","ReturnConsumedCapacity":"INDEXES",)"
      R"("ReturnItemCollectionMetrics":"SIZE","ReturnValuesOnConditionCheckFailure":"ALL_OLD","ConditionalOperator":"OR",)"
      R"("Expected":{"e":{"Value":{"S":"v"},"Exists":false,"ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"1"},{"N":"2"}]}}})");
  const Decoded<PutItemRequest> request = DecodePutItem(parsed);
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->item, Item());
  EXPECT_EQ(request->condition_expression, "c");
  EXPECT_EQ(*request->expression_fields.names, (ExpressionAttributeNames{{"#a", "x"}}));
  ASSERT_EQ(request->expression_fields.values->size(), 2u);
  EXPECT_EQ((*request->expression_fields.values)[0], std::pair(std::string(":v"), AttributeValue::Number(5)));
  EXPECT_TRUE(request->return_values.is(ReturnValues::kAllOld));
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes));
  EXPECT_TRUE(request->return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize));
  EXPECT_TRUE(request->return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
  EXPECT_TRUE(request->conditional_operator.is(ConditionalOperator::kOr));
  ASSERT_EQ(request->expected->size(), 1u);
  const auto& [name, expected] = (*request->expected)[0];
  EXPECT_EQ(name, "e");
  EXPECT_EQ(expected.value, AttributeValue::String("v"));
  EXPECT_EQ(expected.exists, false);
  EXPECT_TRUE(expected.comparison_operator.is(ComparisonOperator::kBetween));
  EXPECT_EQ(expected.attribute_value_list->size(), 2u);
}

TEST(PutItemJson, DistinguishesAbsentFromEmpty) {
  const Decoded<PutItemRequest> absent = DecodePutItem(Parsed("{}"));
  ASSERT_TRUE(absent.ok());
  EXPECT_FALSE(absent->table_name || absent->item || absent->condition_expression || absent->expected ||
               absent->expression_fields.names || absent->expression_fields.values);
  const Decoded<PutItemRequest> empty =
      DecodePutItem(Parsed(R"({"TableName":"","Item":{},"ConditionExpression":"","Expected":{},)"
                           R"("ExpressionAttributeNames":{},"ExpressionAttributeValues":{}})"));
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->table_name && empty->item && empty->condition_expression && empty->expected &&
              empty->expression_fields.names && empty->expression_fields.values);
  EXPECT_TRUE(empty->item->empty());
}

TEST(PutItemJson, EncodesOnlyPresentMembers) {
  EXPECT_EQ(Encoded(EncodePutItem, PutItemResponse{}), "{}");
  PutItemResponse response;
  response.attributes = Item();
  response.consumed_capacity = Capacity("T", 1);
  response.item_collection_metrics = Metrics("a");
  EXPECT_EQ(Encoded(EncodePutItem, response),
            R"({"Attributes":{"n":{"N":"1"},"pk":{"S":"a"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":1.0},)"
            R"("ItemCollectionMetrics":{"ItemCollectionKey":{"pk":{"S":"a"}},"SizeEstimateRangeGB":[0.0,1.0]}})");
}

TEST(PutItemJson, EncodesCapacityByIndex) {
  ConsumedCapacity capacity = Capacity("T", 2);
  capacity.by_index = true;
  PutItemResponse response;
  response.consumed_capacity = capacity;
  EXPECT_EQ(Encoded(EncodePutItem, response),
            R"({"ConsumedCapacity":{"TableName":"T","CapacityUnits":2.0,"Table":{"CapacityUnits":2.0}}})");
  capacity.local_indexes = {{"l", 1}};
  capacity.global_indexes = {{"g", 0.5}, {"h", 3}};
  response.consumed_capacity = capacity;
  EXPECT_EQ(Encoded(EncodePutItem, response),
            R"({"ConsumedCapacity":{"TableName":"T","CapacityUnits":6.5,"Table":{"CapacityUnits":2.0},)"
            R"("LocalSecondaryIndexes":{"l":{"CapacityUnits":1.0}},)"
            R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":0.5},"h":{"CapacityUnits":3.0}}}})");
}

TEST(GetItemJson, DecodesEveryMember) {
  const Decoded<GetItemRequest> request = DecodeGetItem(
      Parsed(R"({"TableName":"T","Key":{"pk":{"S":"a"}},"ConsistentRead":true,"ProjectionExpression":"a, #b",)"
             R"("ExpressionAttributeNames":{"#b":"c"},"AttributesToGet":["x","y"],"ReturnConsumedCapacity":"BAD"})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->key, (AttributeMap{{"pk", AttributeValue::String("a")}}));
  EXPECT_TRUE(request->consistent_read);
  EXPECT_EQ(request->projection_expression, "a, #b");
  EXPECT_EQ(*request->expression_attribute_names, (ExpressionAttributeNames{{"#b", "c"}}));
  EXPECT_EQ(*request->attributes_to_get, (AttributeNames{"x", "y"}));
  EXPECT_FALSE(request->return_consumed_capacity.valid());
  EXPECT_FALSE(DecodeGetItem(Parsed("{}"))->consistent_read);
}

TEST(GetItemJson, DistinguishesAbsentFromEmptyItems) {
  EXPECT_EQ(Encoded(EncodeGetItem, GetItemResponse{}), "{}");
  GetItemResponse response;
  response.item = ResponseItem(ItemRef::Adopt(Item::Create(Item()).Release()));
  EXPECT_EQ(Encoded(EncodeGetItem, response), R"({"Item":{"n":{"N":"1"},"pk":{"S":"a"}}})");
  response.item = AttributeMap();
  response.consumed_capacity = Capacity("T", 0.5);
  EXPECT_EQ(Encoded(EncodeGetItem, response),
            R"({"Item":{},"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5}})");
}

TEST(UpdateItemJson, DecodesEveryMember) {
  const Decoded<UpdateItemRequest> request = DecodeUpdateItem(Parsed(
      R"({"TableName":"T","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET a = :v","ConditionExpression":"c",)"
      R"("ReturnValues":"UPDATED_NEW","ExpressionAttributeValues":{":v":{"L":[]}},"Expected":{},"ConditionalOperator":"AND",)"
      R"("ExpressionAttributeNames":{"#a":"x"},"ReturnConsumedCapacity":"TOTAL","ReturnItemCollectionMetrics":"SIZE",)"
      R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD",)"
      R"("AttributeUpdates":{"a":{"Action":"ADD","Value":{"N":"1"}},"b":{"Action":"DELETE"},"c":{"Value":{"S":""}}}})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->key, (AttributeMap{{"pk", AttributeValue::String("a")}}));
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->expression_fields.names, (ExpressionAttributeNames{{"#a", "x"}}));
  EXPECT_TRUE(request->expression_fields.values.has_value());
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kTotal));
  EXPECT_TRUE(request->return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize));
  EXPECT_TRUE(request->return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld));
  EXPECT_EQ(request->update_expression, "SET a = :v");
  EXPECT_EQ(request->condition_expression, "c");
  EXPECT_TRUE(request->return_values.is(ReturnValues::kUpdatedNew));
  EXPECT_TRUE(request->expected);
  EXPECT_TRUE(request->conditional_operator.is(ConditionalOperator::kAnd));
  const AttributeUpdates& updates = *request->attribute_updates;
  ASSERT_EQ(updates.size(), 3u);
  EXPECT_TRUE(updates[0].second.action.is(AttributeAction::kAdd));
  EXPECT_EQ(updates[0].second.value, AttributeValue::Number(1));
  EXPECT_TRUE(updates[1].second.action.is(AttributeAction::kDelete));
  EXPECT_FALSE(updates[1].second.value);
  EXPECT_FALSE(updates[2].second.action.present());
}

TEST(DeleteItemJson, DecodesKeyAndReturnValuesAndIgnoresUnknownMembers) {
  const Decoded<DeleteItemRequest> request =
      DecodeDeleteItem(Parsed(R"({"Key":{"pk":{"S":"a"}},"TableName":"T","ReturnValues":"ALL_OLD","Item":3})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->key, (AttributeMap{{"pk", AttributeValue::String("a")}}));
  EXPECT_TRUE(request->return_values.is(ReturnValues::kAllOld));
  EXPECT_EQ(Encoded(EncodeDeleteItem, DeleteItemResponse{}), "{}");
}

TEST(SingleItemJson, LeavesProblemsOfValuesToTheEngine) {
  const Decoded<PutItemRequest> request = DecodePutItem(
      Parsed(R"({"Item":{"a":{}},"ExpressionAttributeValues":{":a":{"N":"x"},":b":{"S":"ok"},":c":null}})"));
  ASSERT_TRUE(request.ok());
  EXPECT_NE(request->item->problem(), nullptr);
  const ExpressionAttributeValues& values = *request->expression_fields.values;
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].second.problem()->kind, ValueProblem::Kind::kNumberMalformed);
  EXPECT_EQ(values[1].second.problem(), nullptr);
  EXPECT_EQ(values[2].second.problem()->kind, ValueProblem::Kind::kNoType);
}

}  // namespace
}  // namespace holdfast::server
