#include "conformance/client/requests.h"

#include <string_view>

#include "conformance/client/json.h"

namespace holdfast::conformance {
namespace {

// An object that leaves out what is empty.
class Fields {
 public:
  explicit Fields(JsonWriter& writer) : writer_(writer) { writer_.StartObject(); }
  ~Fields() { writer_.EndObject(); }
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

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
    const Fields object(writer_);
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

// What a write has of these, in this order; a write of one item and an action of a transaction alike.
template <typename Request>
void Write(JsonWriter& writer, const Request& request) {
  Fields fields(writer);
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
  Fields fields(writer);
  fields.Add("TableName", request.table);
  fields.Add("Key", request.key);
  fields.Add("ConsistentRead", request.consistent);
}

void Write(JsonWriter& writer, const QueryRequest& request) {
  Fields fields(writer);
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
  Fields fields(writer);
  fields.Add("TableName", request.table);
  fields.Add("IndexName", request.index);
  fields.Add("ExclusiveStartKey", request.start_key);
  if (request.consistent) fields.Add("ConsistentRead", true);
}

void WriteMember(JsonWriter& writer, std::string_view kind, std::string_view content, const Item& item) {
  const Fields member(writer);
  WriteString(writer, kind);
  Fields request(writer);
  request.Add(content, item);
}

void Write(JsonWriter& writer, const BatchWriteItemRequest& request) {
  const Fields fields(writer);
  WriteString(writer, "RequestItems");
  const Fields tables(writer);
  WriteString(writer, request.table);
  writer.StartArray();
  for (const Item& item : request.puts) WriteMember(writer, "PutRequest", "Item", item);
  for (const Item& key : request.deletes) WriteMember(writer, "DeleteRequest", "Key", key);
  writer.EndArray();
}

std::string_view KindOf(const PutItemRequest&) { return "Put"; }
std::string_view KindOf(const UpdateItemRequest&) { return "Update"; }
std::string_view KindOf(const DeleteItemRequest&) { return "Delete"; }
std::string_view KindOf(const ConditionCheckRequest&) { return "ConditionCheck"; }

void Write(JsonWriter& writer, const TransactWriteItemsRequest& request) {
  Fields fields(writer);
  WriteString(writer, "TransactItems");
  writer.StartArray();
  for (const TransactWriteAction& action : request.actions) {
    const Fields member(writer);
    std::visit(
        [&writer](const auto& content) {
          WriteString(writer, KindOf(content));
          Write(writer, content);
        },
        action);
  }
  writer.EndArray();
  fields.Add("ClientRequestToken", request.token);
}

void Write(JsonWriter& writer, const TransactGetItemsRequest& request) {
  const Fields fields(writer);
  WriteString(writer, "TransactItems");
  writer.StartArray();
  for (const GetItemRequest& get : request.gets) {
    const Fields member(writer);
    WriteString(writer, "Get");
    Fields content(writer);
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
