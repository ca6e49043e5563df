// Fuzzes the decoders of request bodies of the data-plane operations. The first byte of an input chooses whether the
// rest is decoded as the request of an operation, and of which one, or as an item alone. A decoded item must be
// unchanged when it is encoded and decoded again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "server/json/json_document.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/operations/batches/batches_json.h"
#include "server/json/operations/items/items_json.h"
#include "server/json/operations/partiql/partiql_json.h"
#include "server/json/operations/queries/queries_json.h"
#include "server/json/operations/transactions/transactions_json.h"
#include "tests/fuzz/fuzzer_interface.h"

namespace holdfast::server {
namespace {

// Encodes the item and decodes it again; aborts unless the result equals the item. Returns at once if the item has a
// `problem()`: it is not a value of DynamoDB's, and must not be encoded.
void RequireRoundTrip(const AttributeMap& item) {
  if (item.problem() != nullptr) return;
  std::string json;
  AppendAttributeMapJson(item, &json);
  JsonDocument document;
  const Decoded<const rapidjson::Value*> parsed = document.Parse(&json);
  if (!parsed.ok()) std::abort();
  const Decoded<AttributeMap> again = DecodeAttributeMap(*parsed.value());
  if (!again.ok() || again->problem() != nullptr || !(*again == item)) std::abort();
}

void RequireRoundTrip(const std::optional<AttributeMap>& item) {
  if (item.has_value()) RequireRoundTrip(*item);
}

// For the parameters of a statement: encodes each as the attribute of an item.
void RequireRoundTrip(const std::optional<std::vector<AttributeValue>>& parameters) {
  if (!parameters.has_value()) return;
  for (const AttributeValue& parameter : *parameters) {
    if (parameter.problem() == nullptr) RequireRoundTrip(AttributeMap{{"parameter", parameter}});
  }
}

void Decode(uint8_t operation, const rapidjson::Value& body) {
  switch (operation % 14) {
    case 0:
      if (const auto request = DecodePutItem(body); request.ok()) RequireRoundTrip(request->item);
      return;
    case 1:
      if (const auto request = DecodeGetItem(body); request.ok()) RequireRoundTrip(request->key);
      return;
    case 2:
      if (const auto request = DecodeUpdateItem(body); request.ok()) RequireRoundTrip(request->key);
      return;
    case 3:
      if (const auto request = DecodeDeleteItem(body); request.ok()) RequireRoundTrip(request->key);
      return;
    case 4:
      if (const auto request = DecodeQuery(body); request.ok()) RequireRoundTrip(request->exclusive_start_key);
      return;
    case 5:
      if (const auto request = DecodeScan(body); request.ok()) RequireRoundTrip(request->exclusive_start_key);
      return;
    case 6: {
      const auto request = DecodeBatchGetItem(body);
      if (!request.ok() || !request->request_items) return;
      for (const auto& [table_name, keys] : *request->request_items) {
        if (!keys.keys) continue;
        for (const AttributeMap& key : *keys.keys) RequireRoundTrip(key);
      }
      return;
    }
    case 7: {
      const auto request = DecodeBatchWriteItem(body);
      if (!request.ok() || !request->request_items) return;
      for (const auto& [table_name, writes] : *request->request_items) {
        for (const WriteRequest& write : writes) {
          if (write.put_request) RequireRoundTrip(write.put_request->item);
        }
      }
      return;
    }
    case 8: {
      const auto request = DecodeTransactWriteItems(body);
      if (!request.ok() || !request->transact_items) return;
      for (const TransactWriteItem& item : *request->transact_items) {
        if (item.put) RequireRoundTrip(item.put->item);
      }
      return;
    }
    case 9: {
      const auto request = DecodeTransactGetItems(body);
      if (!request.ok() || !request->transact_items) return;
      for (const TransactGetItem& item : *request->transact_items) {
        if (item.get) RequireRoundTrip(item.get->key);
      }
      return;
    }
    case 11:
      if (const auto request = DecodeExecuteStatement(body); request.ok()) RequireRoundTrip(request->parameters);
      return;
    case 12: {
      const auto request = DecodeBatchExecuteStatement(body);
      if (!request.ok() || !request->statements) return;
      for (const BatchStatementRequest& statement : *request->statements) RequireRoundTrip(statement.parameters);
      return;
    }
    case 13: {
      const auto request = DecodeExecuteTransaction(body);
      if (!request.ok() || !request->transact_statements) return;
      for (const ParameterizedStatement& statement : *request->transact_statements) {
        RequireRoundTrip(statement.parameters);
      }
      return;
    }
    default:
      if (const auto item = DecodeAttributeMap(body); item.ok()) RequireRoundTrip(*item);
      return;
  }
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using holdfast::server::JsonDocument;
  if (size == 0) return 0;
  // One document parses all bodies, as a server thread uses one document for all its requests.
  static JsonDocument& document = *new JsonDocument;
  std::string body(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto parsed = document.Parse(&body);
  if (parsed.ok()) holdfast::server::Decode(data[0], *parsed.value());
  return 0;
}
