#include "server/race/item_requests.h"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/partiql/statement.h"
#include "server/json/json_reader.h"
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

// The member Statement of ExecuteStatement, or of each element of Statements or TransactStatements.
std::vector<std::string_view> StatementsIn(const rapidjson::Value& body) {
  std::vector<std::string_view> statements;
  const auto add = [&](const rapidjson::Value& object) {
    if (!object.IsObject()) return;
    const auto member = object.FindMember("Statement");
    if (member != object.MemberEnd() && member->value.IsString()) statements.push_back(Text(member->value));
  };
  add(body);
  for (const char* const list : {"Statements", "TransactStatements"}) {
    const auto member = body.FindMember(list);
    if (member == body.MemberEnd() || !member->value.IsArray()) continue;
    for (const rapidjson::Value& element : member->value.GetArray()) add(element);
  }
  return statements;
}

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

race::OpaqueRequest DecodeOpaqueRequest(std::string_view operation, const rapidjson::Value& body) {
  race::OpaqueRequest request{std::string(operation), {}};
  if (!race::IsPartiql(request) || !body.IsObject()) return request;
  size_t reads = 0;
  const std::vector<std::string_view> statements = StatementsIn(body);
  const size_t statements_max =
      operation == "BatchExecuteStatement" ? limits::kBatchStatementsMax : limits::kTransactionActionsMax;
  for (const std::string_view text : statements) {
    request.statements.append(request.statements.empty() ? "" : "; ").append(text);
    // The operation refuses a request with more statements, or with a longer one: these are not compiled. The limit of
    // the length is in characters, of at most four bytes each.
    if (statements.size() > statements_max || text.size() > 4 * limits::kStatementLengthMax) continue;
    const Result<partiql::StatementRef> statement = partiql::CompileStatement(text);
    if (!statement.ok()) continue;
    request.tables.push_back(statement.value()->table);
    if (statement.value()->reads()) ++reads;
  }
  request.only_reads = reads > 0 && reads == statements.size();
  return request;
}

}  // namespace

Decoded<race::Request> DecodeRaceRequest(std::string_view operation, const rapidjson::Value& body) {
  for (const Codec& codec : kCodecs) {
    if (codec.operation == operation) return codec.decode(body);
  }
  return race::Request(DecodeOpaqueRequest(operation, body));
}

void EncodeItemResponse(const race::Response& response, std::string* body) { std::visit(Encoder{body}, response); }

}  // namespace holdfast::server
