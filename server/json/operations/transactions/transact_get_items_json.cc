#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/operations/transactions/transactions_json.h"

namespace holdfast::server {

namespace {

void ReadTransactGetItem(StructureReader& reader, TransactGetItem& item) {
  reader.Structure("Get", "Get", &item.get, [](StructureReader& action, TransactGetItem::Get& get) {
    ReadAttributeMap(action, "Key", &get.key);
    action.String("TableName", &get.table_name);
    action.String("ProjectionExpression", &get.projection_expression);
    ReadExpressionAttributeNames(action, &get.expression_attribute_names);
  });
}

}  // namespace

Decoded<TransactGetItemsRequest> DecodeTransactGetItems(const rapidjson::Value& body) {
  return DecodeStructure<TransactGetItemsRequest>(body, [](StructureReader& reader, TransactGetItemsRequest& request) {
    reader.StructureList("TransactItems", "TransactGetItem", &request.transact_items, ReadTransactGetItem);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
  });
}

void EncodeTransactGetItems(const TransactGetItemsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  WriteItemResponses(response.responses, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
