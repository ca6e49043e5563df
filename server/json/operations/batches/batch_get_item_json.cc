#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operations/batches/batch_request.h"
#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/operations/batches/batches_json.h"

namespace holdfast::server {

namespace {

// The texts of the numbers in a key, in the order of the attributes' names (see KeysAndAttributes::number_texts).
std::string NumberTexts(const rapidjson::Value& key) {
  std::vector<std::pair<std::string_view, std::string_view>> numbers;
  for (const auto& attribute : key.GetObject()) {
    if (!attribute.value.IsObject()) continue;
    // Of several members with one name the last counts, as in the reader of values.
    std::optional<std::string_view> number;
    for (const auto& member : attribute.value.GetObject()) {
      if (Text(member.name) == "N" && member.value.IsString()) number = Text(member.value);
    }
    if (number.has_value()) numbers.emplace_back(Text(attribute.name), *number);
  }
  std::sort(numbers.begin(), numbers.end());
  std::string texts;
  for (const auto& [name, text] : numbers) texts.append(text).push_back(' ');
  return texts;
}

void ReadKeys(StructureReader& reader, KeysAndAttributes& request) {
  ReadAttributeMapList(reader, "Keys", &request.keys);
  const rapidjson::Value* const keys = reader.Find("Keys");
  if (keys == nullptr) return;
  for (const rapidjson::Value& key : keys->GetArray()) {
    if (request.number_texts.size() == request.keys->size()) break;
    request.number_texts.push_back(key.IsObject() ? NumberTexts(key) : std::string());
  }
}

void ReadKeysAndAttributes(StructureReader& reader, KeysAndAttributes& request) {
  ReadKeys(reader, request);
  reader.StringList("AttributesToGet", &request.attributes_to_get);
  reader.Boolean("ConsistentRead", &request.consistent_read);
  reader.String("ProjectionExpression", &request.projection_expression);
  ReadExpressionAttributeNames(reader, &request.expression_attribute_names);
}

// If a table's name is invalid, saves the whole of RequestItems as compact JSON, because the error message quotes it.
void SaveTextForMessage(const rapidjson::Value* map, BatchGetItemRequest& request) {
  if (map == nullptr || !request.request_items.has_value()) return;
  const BatchGetItemRequest::Tables& tables = *request.request_items;
  if (HasBatchTableNames(tables)) return;
  using Buffer = rapidjson::GenericStringBuffer<rapidjson::UTF8<>, JsonAllocator>;
  Buffer text;
  rapidjson::Writer<Buffer, rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> writer(text);
  map->Accept(writer);
  request.request_items_text.assign(text.GetString(), text.GetSize());
}

void WriteKeysAndAttributes(const KeysAndAttributes& request, JsonWriter* writer) {
  writer->BeginObject();
  if (request.keys.has_value()) {
    writer->BeginArray("Keys");
    for (const AttributeMap& key : *request.keys) WriteAttributeMap(key, writer);
    writer->EndArray();
  }
  if (request.attributes_to_get.has_value()) {
    writer->BeginArray("AttributesToGet");
    for (const std::string& name : *request.attributes_to_get) writer->String(name);
    writer->EndArray();
  }
  if (request.consistent_read.has_value()) writer->BooleanMember("ConsistentRead", *request.consistent_read);
  if (request.projection_expression.has_value())
    writer->StringMember("ProjectionExpression", *request.projection_expression);
  if (request.expression_attribute_names.has_value()) {
    writer->Name("ExpressionAttributeNames");
    WriteExpressionAttributeNames(*request.expression_attribute_names, writer);
  }
  writer->EndObject();
}

}  // namespace

Decoded<BatchGetItemRequest> DecodeBatchGetItem(const rapidjson::Value& body) {
  return DecodeStructure<BatchGetItemRequest>(body, [](StructureReader& reader, BatchGetItemRequest& request) {
    reader.StructureMap("RequestItems", "KeysAndAttributes", &request.request_items, ReadKeysAndAttributes);
    SaveTextForMessage(reader.Find("RequestItems"), request);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
  });
}

void EncodeBatchGetItem(const BatchGetItemResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginObject("Responses");
  for (const auto& [table_name, items] : response.responses) {
    writer.EscapedName(table_name);
    writer.BeginArray();
    for (const ResponseItem& item : items) WriteAttributeMap(item, &writer);
    writer.EndArray();
  }
  writer.EndObject();
  writer.BeginObject("UnprocessedKeys");
  for (const auto& [table_name, request] : response.unprocessed_keys) {
    writer.EscapedName(table_name);
    WriteKeysAndAttributes(request, &writer);
  }
  writer.EndObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
