#include "conformance/client/requests.h"

#include <string_view>

#include "conformance/client/json.h"

namespace holdfast::conformance {
namespace {

// Writes a JSON object, from construction to destruction. Add omits empty members.
class ObjectWriter {
 public:
  explicit ObjectWriter(JsonWriter& writer) : writer_(writer) { writer_.StartObject(); }
  ~ObjectWriter() { writer_.EndObject(); }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;

  void Add(std::string_view name, const std::string& text) {
    if (text.empty()) return;
    WriteString(writer_, name);
    WriteString(writer_, text);
  }
  void Add(std::string_view name, const Item& item) {
    if (item.empty()) return;
    WriteString(writer_, name);
    WriteItem(writer_, item);
  }
  void Add(std::string_view name, const Names& names) {
    if (names.empty()) return;
    WriteString(writer_, name);
    const ObjectWriter object(writer_);
    for (const auto& [placeholder, attribute] : names) {
      WriteString(writer_, placeholder);
      WriteString(writer_, attribute);
    }
  }
  void Add(std::string_view name, bool truth) {
    WriteString(writer_, name);
    writer_.Bool(truth);
  }
  void AddLimit(int limit) {
    if (limit == 0) return;
    WriteString(writer_, "Limit");
    writer_.Int(limit);
  }

 private:
  JsonWriter& writer_;
};

// Writes the members that the request's type has. For writes of one item and for the actions of transactions.
template <typename Request>
void Write(JsonWriter& writer, const Request& request) {
  ObjectWriter fields(writer);
  fields.Add("TableName", request.table);
  if constexpr (requires { request.item; }) fields.Add("Item", request.item);
  if constexpr (requires { request.key; }) fields.Add("Key", request.key);
  if constexpr (requires { request.update; }) fields.Add("UpdateExpression", request.update);
  fields.Add("ConditionExpression", request.condition);
  fields.Add("ExpressionAttributeNames", request.names);
  fields.Add("ExpressionAttributeValues", request.values);
  if constexpr (requires { request.return_values; }) fields.Add("ReturnValues", request.return_values);
}

void Write(JsonWriter& writer, const GetItemRequest& request) {
  ObjectWriter fields(writer);
  fields.Add("TableName", request.table);
  fields.Add("Key", request.key);
  fields.Add("ConsistentRead", request.consistent);
}

void Write(JsonWriter& writer, const QueryRequest& request) {
  ObjectWriter fields(writer);
  fields.Add("TableName", request.table);
  fields.Add("IndexName", request.index);
  fields.Add("KeyConditionExpression", request.key_condition);
  fields.Add("FilterExpression", request.filter);
  fields.Add("ExpressionAttributeNames", request.names);
  fields.Add("ExpressionAttributeValues", request.values);
  fields.Add("ExclusiveStartKey", request.start_key);
  fields.Add("ScanIndexForward", request.forward);
  if (request.consistent) fields.Add("ConsistentRead", true);
  fields.AddLimit(request.limit);
}

void Write(JsonWriter& writer, const ScanRequest& request) {
  ObjectWriter fields(writer);
  fields.Add("TableName", request.table);
  fields.Add("IndexName", request.index);
  fields.Add("ExclusiveStartKey", request.start_key);
  if (request.consistent) fields.Add("ConsistentRead", true);
}

void WriteBatchAction(JsonWriter& writer, std::string_view kind, std::string_view content, const Item& item) {
  const ObjectWriter member(writer);
  WriteString(writer, kind);
  ObjectWriter request(writer);
  request.Add(content, item);
}

void Write(JsonWriter& writer, const BatchWriteItemRequest& request) {
  const ObjectWriter fields(writer);
  WriteString(writer, "RequestItems");
  const ObjectWriter tables(writer);
  WriteString(writer, request.table);
  writer.StartArray();
  for (const Item& item : request.puts) WriteBatchAction(writer, "PutRequest", "Item", item);
  for (const Item& key : request.deletes) WriteBatchAction(writer, "DeleteRequest", "Key", key);
  writer.EndArray();
}

std::string_view ActionName(const PutItemRequest&) { return "Put"; }
std::string_view ActionName(const UpdateItemRequest&) { return "Update"; }
std::string_view ActionName(const DeleteItemRequest&) { return "Delete"; }
std::string_view ActionName(const ConditionCheckRequest&) { return "ConditionCheck"; }

void Write(JsonWriter& writer, const TransactWriteItemsRequest& request) {
  ObjectWriter fields(writer);
  WriteString(writer, "TransactItems");
  writer.StartArray();
  for (const TransactWriteAction& action : request.actions) {
    const ObjectWriter member(writer);
    std::visit(
        [&writer](const auto& content) {
          WriteString(writer, ActionName(content));
          Write(writer, content);
        },
        action);
  }
  writer.EndArray();
  fields.Add("ClientRequestToken", request.token);
}

void Write(JsonWriter& writer, const TransactGetItemsRequest& request) {
  const ObjectWriter fields(writer);
  WriteString(writer, "TransactItems");
  writer.StartArray();
  for (const GetItemRequest& get : request.gets) {
    const ObjectWriter member(writer);
    WriteString(writer, "Get");
    ObjectWriter content(writer);
    content.Add("TableName", get.table);
    content.Add("Key", get.key);
  }
  writer.EndArray();
}

template <typename Request>
std::string Text(const Request& request) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  Write(writer, request);
  return std::string(buffer.GetString(), buffer.GetSize());
}

}  // namespace

std::string ToJson(const PutItemRequest& request) { return Text(request); }
std::string ToJson(const UpdateItemRequest& request) { return Text(request); }
std::string ToJson(const DeleteItemRequest& request) { return Text(request); }
std::string ToJson(const GetItemRequest& request) { return Text(request); }
std::string ToJson(const QueryRequest& request) { return Text(request); }
std::string ToJson(const ScanRequest& request) { return Text(request); }
std::string ToJson(const BatchWriteItemRequest& request) { return Text(request); }
std::string ToJson(const TransactWriteItemsRequest& request) { return Text(request); }
std::string ToJson(const TransactGetItemsRequest& request) { return Text(request); }

}  // namespace holdfast::conformance
