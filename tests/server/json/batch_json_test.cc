// The JSON of BatchGetItem and BatchWriteItem.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/json/operations/batches/batches_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

AttributeMap Key(std::string_view text) { return {{"pk", AttributeValue::String(text)}}; }

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

TEST(BatchGetItemJson, KeepsTheOrderOfTables) {
  const Decoded<BatchGetItemRequest> request = DecodeBatchGetItem(Parsed(
      R"({"RequestItems":{"Zebra":{"Keys":[{"pk":{"S":"2"}},{"pk":{"S":"1"}},null],"ConsistentRead":true,"ProjectionExpression":"p",)"
      R"("ExpressionAttributeNames":{"#a":"b"}},"Ant":{"AttributesToGet":["x"],"Keys":[]},"Nobody":null},"ReturnConsumedCapacity":"TOTAL"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  const BatchGetItemRequest::Tables& tables = *request->request_items;
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(tables[0].first, "Zebra");
  EXPECT_EQ(*tables[0].second.keys, (std::vector{Key("2"), Key("1"), AttributeMap()}));
  EXPECT_EQ(tables[0].second.consistent_read, true);
  EXPECT_EQ(tables[0].second.projection_expression, "p");
  EXPECT_EQ(tables[0].second.expression_attribute_names->size(), 1u);
  EXPECT_EQ(tables[1].first, "Ant");
  EXPECT_EQ(tables[1].second.attributes_to_get->size(), 1u);
  EXPECT_TRUE(tables[1].second.keys->empty());
  EXPECT_FALSE(tables[2].second.keys);
}

TEST(BatchGetItemJson, KeepsTheTextsOfNumbersInKeys) {
  const Decoded<BatchGetItemRequest> request = DecodeBatchGetItem(
      Parsed(R"({"RequestItems":{"T":{"Keys":[{"pk":{"N":"1"},"sk":{"N":"1.0"}},{"sk":{"N":"1.0"},"pk":{"N":"1"}},)"
             R"({"pk":{"N":"1"},"sk":{"N":"1"}},{"pk":{"S":"1"}},null]}}})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  const std::vector<std::string>& texts = request->request_items->front().second.number_texts;
  EXPECT_EQ(texts, (std::vector<std::string>{"1 1.0 ", "1 1.0 ", "1 1 ", "", ""}));
}

TEST(BatchGetItemJson, KeepsTheTextOfRequestItemsIfATableNameIsInvalid) {
  const auto text_of = [](std::string body) { return DecodeBatchGetItem(Parsed(std::move(body)))->request_items_text; };
  EXPECT_EQ(text_of(R"({"RequestItems": {"bad!name" : {"Keys": [{"pk": {"S": "a\n"}}]}}})"),
            R"({"bad!name":{"Keys":[{"pk":{"S":"a\n"}}]}})");
  EXPECT_EQ(text_of(R"({"RequestItems":{"good-name":{"Keys":[{"pk":{"S":"a"}}]}}})"), "");
}

TEST(BatchGetItemJson, AlwaysWritesUnprocessedKeys) {
  BatchGetItemResponse response;
  EXPECT_EQ(Encoded(EncodeBatchGetItem, response), R"({"Responses":{},"UnprocessedKeys":{}})");

  response.responses.push_back({"T", {AttributeMap(Key("1"))}});
  response.responses.push_back({"U", {}});
  response.consumed_capacity.emplace();
  response.consumed_capacity->push_back(Capacity("T", 1));
  KeysAndAttributes rest;
  rest.keys = std::vector{Key("2"), Key("3")};
  rest.consistent_read = false;
  rest.attributes_to_get = AttributeNames{"x"};
  rest.projection_expression = "p";
  rest.expression_attribute_names = ExpressionAttributeNames{{"#a", "b"}};
  response.unprocessed_keys.push_back({"T", rest});
  EXPECT_EQ(
      Encoded(EncodeBatchGetItem, response),
      R"({"Responses":{"T":[{"pk":{"S":"1"}}],"U":[]},"UnprocessedKeys":{"T":{"Keys":[{"pk":{"S":"2"}},{"pk":{"S":"3"}}],)"
      R"("AttributesToGet":["x"],"ConsistentRead":false,"ProjectionExpression":"p","ExpressionAttributeNames":{"#a":"b"}}},)"
      R"("ConsumedCapacity":[{"TableName":"T","CapacityUnits":1.0}]})");
}

TEST(BatchWriteItemJson, DecodesPutsAndDeletesInOrder) {
  const Decoded<BatchWriteItemRequest> request = DecodeBatchWriteItem(Parsed(
      R"({"RequestItems":{"b":[{"PutRequest":{"Item":{"pk":{"S":"1"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"2"}}}},{},null,)"
      R"({"PutRequest":{}}],"a":[],"c":null},"ReturnItemCollectionMetrics":"SIZE"})"));
  ASSERT_TRUE(request.ok()) << Message(request);
  const BatchWriteItemRequest::Tables& tables = *request->request_items;
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(tables[0].first, "b");
  ASSERT_EQ(tables[0].second.size(), 5u);
  EXPECT_EQ(tables[0].second[0].put_request->item, Key("1"));
  EXPECT_EQ(tables[0].second[1].delete_request->key, Key("2"));
  EXPECT_FALSE(tables[0].second[2].put_request || tables[0].second[2].delete_request);
  EXPECT_FALSE(tables[0].second[3].put_request || tables[0].second[3].delete_request);
  EXPECT_FALSE(tables[0].second[4].put_request->item);
  EXPECT_TRUE(tables[1].second.empty());
  EXPECT_TRUE(request->return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize));
}

TEST(BatchWriteItemJson, AlwaysWritesUnprocessedItems) {
  BatchWriteItemResponse response;
  EXPECT_EQ(Encoded(EncodeBatchWriteItem, response), R"({"UnprocessedItems":{}})");

  WriteRequest put, deletion;
  put.put_request.emplace().item = Key("1");
  deletion.delete_request.emplace().key = Key("2");
  response.unprocessed_items.push_back({"T", {put, deletion}});
  response.item_collection_metrics.emplace();
  response.item_collection_metrics->push_back({"T", {Metrics("1")}});
  response.consumed_capacity.emplace();
  EXPECT_EQ(
      Encoded(EncodeBatchWriteItem, response),
      R"({"UnprocessedItems":{"T":[{"PutRequest":{"Item":{"pk":{"S":"1"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"2"}}}}]},)"
      R"("ItemCollectionMetrics":{"T":[{"ItemCollectionKey":{"pk":{"S":"1"}},"SizeEstimateRangeGB":[0.0,1.0]}]},)"
      R"("ConsumedCapacity":[]})");
}

}  // namespace
}  // namespace holdfast::server
