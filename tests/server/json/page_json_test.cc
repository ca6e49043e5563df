// The JSON of Query, Scan and SearchVectors.
#include <gtest/gtest.h>

#include <string>

#include "server/json/operations/queries/queries_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

ConsumedCapacity Capacity(std::string_view table_name, double table_units) {
  ConsumedCapacity capacity;
  capacity.table_name = table_name;
  capacity.table_units = table_units;
  return capacity;
}

TEST(ScanJson, KeepsEveryOperandOfTheLegacyOperatorIN) {
  constexpr size_t kOperands = 5'000;
  std::string operands = R"({"N":"0"})";
  for (size_t i = 1; i < kOperands; ++i) operands += R"(,{"N":")" + std::to_string(i) + R"("})";
  const std::string json =
      R"({"TableName":"T","ScanFilter":{"a":{"ComparisonOperator":"IN","AttributeValueList":[)" + operands + "]}}}";
  const Decoded<ScanRequest> request = DecodeScan(Parsed(json));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ((*request->scan_filter)[0].second.attribute_value_list->size(), kOperands);
}

TEST(QueryJson, DecodesEveryMember) {
  const Decoded<QueryRequest> request = DecodeQuery(Parsed(
      R"({"TableName":"T","IndexName":"I","Select":"COUNT","AttributesToGet":["a"],"Limit":3,"ConsistentRead":true,)"
      R"("KeyConditions":{"k":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}},"QueryFilter":{"f":{"ComparisonOperator":"NULL"}},)"
      R"("ConditionalOperator":"AND","ScanIndexForward":false,"ExclusiveStartKey":{"k":{"S":"x"}},"ReturnConsumedCapacity":"TOTAL",)"
      R"("ProjectionExpression":"p","FilterExpression":"f","KeyConditionExpression":"c","ExpressionAttributeNames":{"#a":"a"},)"
      R"("ExpressionAttributeValues":{":a":{"S":"a"}}})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->index_name, "I");
  EXPECT_TRUE(request->select.is(Select::kCount));
  EXPECT_EQ(request->attributes_to_get->size(), 1u);
  EXPECT_EQ(request->limit, 3);
  EXPECT_TRUE(request->consistent_read);
  ASSERT_EQ(request->key_conditions->size(), 1u);
  EXPECT_TRUE((*request->key_conditions)[0].second.comparison_operator.is(ComparisonOperator::kEq));
  EXPECT_EQ(*(*request->key_conditions)[0].second.attribute_value_list, std::vector{AttributeValue::String("x")});
  EXPECT_TRUE((*request->query_filter)[0].second.comparison_operator.is(ComparisonOperator::kNull));
  EXPECT_TRUE(request->conditional_operator.is(ConditionalOperator::kAnd));
  EXPECT_FALSE(request->scan_index_forward);
  EXPECT_EQ(request->exclusive_start_key->size(), 1u);
  EXPECT_TRUE(request->return_consumed_capacity.is(ReturnConsumedCapacity::kTotal));
  EXPECT_EQ(request->projection_expression, "p");
  EXPECT_EQ(request->filter_expression, "f");
  EXPECT_EQ(request->key_condition_expression, "c");
  EXPECT_TRUE(request->expression_fields.names && request->expression_fields.values);
  EXPECT_TRUE(DecodeQuery(Parsed("{}"))->scan_index_forward);
}

TEST(ScanJson, DecodesEveryMember) {
  const Decoded<ScanRequest> request = DecodeScan(Parsed(
      R"({"TableName":"T","IndexName":"I","Select":"ALL_ATTRIBUTES","AttributesToGet":["a"],"Limit":0,"ConsistentRead":"yes",)"
      R"("ScanFilter":{},"ConditionalOperator":"OR","ExclusiveStartKey":{},"ReturnConsumedCapacity":"NONE","TotalSegments":4,)"
      R"("Segment":0,"ProjectionExpression":"p","FilterExpression":"f","ExpressionAttributeNames":{},"ExpressionAttributeValues":{}})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->index_name, "I");
  EXPECT_TRUE(request->select.is(Select::kAllAttributes));
  EXPECT_EQ(request->limit, 0);
  EXPECT_TRUE(request->consistent_read);
  EXPECT_TRUE(request->scan_filter && request->exclusive_start_key && request->attributes_to_get);
  EXPECT_EQ(request->total_segments, 4);
  EXPECT_EQ(request->segment, 0);
  EXPECT_EQ(request->projection_expression, "p");
  EXPECT_EQ(request->filter_expression, "f");
  EXPECT_TRUE(request->expression_fields.names && request->expression_fields.values);
}

TEST(PageJson, EncodesItemsAndLastEvaluatedKey) {
  QueryResponse response;
  response.items.emplace();
  response.count = 2;
  response.scanned_count = 5;
  response.items->push_back(AttributeMap{{"a", AttributeValue::String("1")}});
  response.items->push_back(AttributeMap());
  response.last_evaluated_key = AttributeMap{{"a", AttributeValue::String("2")}};
  response.consumed_capacity = Capacity("T", 0.5);
  EXPECT_EQ(Encoded(EncodeQuery, response),
            R"({"Items":[{"a":{"S":"1"}},{}],"Count":2,"ScannedCount":5,"LastEvaluatedKey":{"a":{"S":"2"}},)"
            R"("ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5}})");
}

TEST(SearchVectorsJson, DecodesTheMembersThatTheEngineChecks) {
  const Decoded<SearchVectorsRequest> request = DecodeSearchVectors(
      Parsed(R"({"TableName":"T","IndexName":"vectors","SearchVector":[{"N":"0.5"},{"N":"1"}],"TopK":3,)"
             R"("SearchConditionExpression":"a = :a"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->index_name, "vectors");
  EXPECT_EQ(request->search_vector->size(), 2u);
  EXPECT_EQ(request->top_k, 3);
  EXPECT_FALSE(DecodeSearchVectors(Parsed(R"({"SearchVector":{}})")).ok());
}

TEST(SearchVectorsJson, ErrorsStateAPositionInTheText) {
  const auto message = [](std::string_view text) { return Message(DecodeSearchVectors(Parsed(text))); };
  EXPECT_EQ(message(R"({"TableName":null,"TopK":3})"), "invalid type: null, expected a string at line 1 column 17");
  EXPECT_EQ(message(R"({"TableName":"T","SearchVector":null})"),
            "invalid type: null, expected a sequence at line 1 column 36");
  EXPECT_EQ(message(R"({"TopK":null,"TableName":5})"), "invalid type: null, expected i32 at line 1 column 12");
  EXPECT_EQ(message(R"({"ProjectionExpression":null})"), "<ok>");
  constexpr std::string_view kIncomplete = R"({"IndexName":"ab","SearchVector":[{"N":"0.5"}],"TopK":3})";
  EXPECT_EQ(DecodeSearchVectors(Parsed(kIncomplete))->text_size, kIncomplete.size());
}

TEST(PageJson, EncodesNoItemsForSelectCount) {
  ScanResponse response;
  EXPECT_EQ(Encoded(EncodeScan, response), R"({"Count":0,"ScannedCount":0})");
  response.items.emplace();
  EXPECT_EQ(Encoded(EncodeScan, response), R"({"Items":[],"Count":0,"ScannedCount":0})");
}

}  // namespace
}  // namespace holdfast::server
