#include "server/upstream/item_requests_json.h"

#include <variant>

#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/expression_fields_json.h"

namespace holdfast::server {
namespace {

void WriteMapMember(std::string_view name, const AttributeMap& map, JsonWriter& writer) {
  writer.Name(name);
  WriteAttributeMap(map, &writer);
}

template <typename E>
void WriteEnumMember(std::string_view name, const EnumField<E>& field, JsonWriter& writer) {
  if (field.present()) writer.StringMember(name, field.text());
}

void WriteTableRequests(const std::vector<WriteRequest>& writes, JsonWriter& writer) {
  writer.BeginArray();
  for (const WriteRequest& write : writes) {
    writer.BeginObject();
    if (write.put_request.has_value() && write.put_request->item.has_value()) {
      writer.BeginObject("PutRequest");
      WriteMapMember("Item", *write.put_request->item, writer);
      writer.EndObject();
    }
    if (write.delete_request.has_value() && write.delete_request->key.has_value()) {
      writer.BeginObject("DeleteRequest");
      WriteMapMember("Key", *write.delete_request->key, writer);
      writer.EndObject();
    }
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteTableRequests(const KeysAndAttributes& reads, JsonWriter& writer) {
  writer.BeginObject();
  if (reads.keys.has_value()) {
    writer.BeginArray("Keys");
    for (const AttributeMap& key : *reads.keys) WriteAttributeMap(key, &writer);
    writer.EndArray();
  }
  if (reads.attributes_to_get.has_value()) {
    writer.BeginArray("AttributesToGet");
    for (const std::string& name : *reads.attributes_to_get) writer.String(name);
    writer.EndArray();
  }
  if (reads.consistent_read.has_value()) writer.BooleanMember("ConsistentRead", *reads.consistent_read);
  if (reads.projection_expression.has_value()) {
    writer.StringMember("ProjectionExpression", *reads.projection_expression);
  }
  if (reads.expression_attribute_names.has_value()) {
    writer.Name("ExpressionAttributeNames");
    WriteExpressionAttributeNames(*reads.expression_attribute_names, &writer);
  }
  writer.EndObject();
}

template <typename Tables>
void WriteRequestItems(const std::optional<Tables>& tables, JsonWriter& writer) {
  if (!tables.has_value()) return;
  writer.BeginObject("RequestItems");
  for (const auto& [table_name, requests] : *tables) {
    writer.EscapedName(table_name);
    WriteTableRequests(requests, writer);
  }
  writer.EndObject();
}

}  // namespace

std::string ScanBody(std::string_view table_name, const std::optional<AttributeMap>& exclusive_start_key) {
  std::string body;
  JsonWriter writer(&body);
  writer.BeginObject();
  writer.StringMember("TableName", table_name);
  writer.BooleanMember("ConsistentRead", true);
  if (exclusive_start_key.has_value()) WriteMapMember("ExclusiveStartKey", *exclusive_start_key, writer);
  writer.EndObject();
  writer.Flush();
  return body;
}

std::string BatchBody(const race::Request& batch) {
  std::string body;
  JsonWriter writer(&body);
  writer.BeginObject();
  if (const auto* const writes = std::get_if<BatchWriteItemRequest>(&batch)) {
    WriteRequestItems(writes->request_items, writer);
    WriteEnumMember("ReturnConsumedCapacity", writes->return_consumed_capacity, writer);
    WriteEnumMember("ReturnItemCollectionMetrics", writes->return_item_collection_metrics, writer);
  } else {
    const auto& reads = std::get<BatchGetItemRequest>(batch);
    WriteRequestItems(reads.request_items, writer);
    WriteEnumMember("ReturnConsumedCapacity", reads.return_consumed_capacity, writer);
  }
  writer.EndObject();
  writer.Flush();
  return body;
}

}  // namespace holdfast::server
