#include "server/race/item_requests.h"

#include <array>
#include <utility>

#include "server/json/operations/batches/batches_json.h"
#include "server/json/operations/items/items_json.h"
#include "server/json/operations/queries/queries_json.h"
#include "server/json/operations/transactions/transactions_json.h"

namespace holdfast::server {
namespace {

struct Codec {
  std::string_view operation;
  Decoded<race::Request> (*decode)(const rapidjson::Value& body);
};

template <auto decode>
Decoded<race::Request> Decode(const rapidjson::Value& body) {
  auto request = decode(body);
  if (!request.ok()) return std::move(request).error();
  return race::Request(std::move(request).value());
}

constexpr std::array kCodecs = {
    Codec{"GetItem", Decode<DecodeGetItem>},
    Codec{"PutItem", Decode<DecodePutItem>},
    Codec{"UpdateItem", Decode<DecodeUpdateItem>},
    Codec{"DeleteItem", Decode<DecodeDeleteItem>},
    Codec{"Query", Decode<DecodeQuery>},
    Codec{"Scan", Decode<DecodeScan>},
    Codec{"BatchGetItem", Decode<DecodeBatchGetItem>},
    Codec{"BatchWriteItem", Decode<DecodeBatchWriteItem>},
    Codec{"TransactGetItems", Decode<DecodeTransactGetItems>},
    Codec{"TransactWriteItems", Decode<DecodeTransactWriteItems>},
};

struct Encoder {
  std::string* body;

  void operator()(const GetItemResponse& response) const { EncodeGetItem(response, body); }
  void operator()(const PutItemResponse& response) const { EncodePutItem(response, body); }
  void operator()(const UpdateItemResponse& response) const { EncodeUpdateItem(response, body); }
  void operator()(const DeleteItemResponse& response) const { EncodeDeleteItem(response, body); }
  void operator()(const QueryResponse& response) const { EncodeQuery(response, body); }
  void operator()(const ScanResponse& response) const { EncodeScan(response, body); }
  void operator()(const BatchGetItemResponse& response) const { EncodeBatchGetItem(response, body); }
  void operator()(const BatchWriteItemResponse& response) const { EncodeBatchWriteItem(response, body); }
  void operator()(const TransactGetItemsResponse& response) const { EncodeTransactGetItems(response, body); }
  void operator()(const TransactWriteItemsResponse& response) const { EncodeTransactWriteItems(response, body); }
  void operator()(const race::OpaqueResponse&) const {}
};

}  // namespace

std::optional<Decoded<race::Request>> DecodeItemRequest(std::string_view operation, const rapidjson::Value& body) {
  for (const Codec& codec : kCodecs) {
    if (codec.operation == operation) return codec.decode(body);
  }
  return std::nullopt;
}

void EncodeItemResponse(const race::Response& response, std::string* body) { std::visit(Encoder{body}, response); }

}  // namespace holdfast::server
