#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/members/item_collection_metrics_json.h"
#include "server/json/operations/transactions/transactions_json.h"

namespace holdfast::server {

namespace {

void ReadAction(StructureReader& reader, TransactWriteItem::Action& action) {
  reader.String("TableName", &action.table_name);
  reader.String("ConditionExpression", &action.condition_expression);
  ReadExpressionFields(reader, &action.expression_fields);
  reader.Enum("ReturnValuesOnConditionCheckFailure", &action.return_values_on_condition_check_failure);
}

void ReadTransactWriteItem(StructureReader& reader, TransactWriteItem& item) {
  reader.Structure("ConditionCheck", "ConditionCheck", &item.condition_check,
                   [](StructureReader& action, TransactWriteItem::ConditionCheck& check) {
                     ReadAttributeMap(action, "Key", &check.key);
                     ReadAction(action, check);
                   });
  reader.Structure("Put", "Put", &item.put, [](StructureReader& action, TransactWriteItem::Put& put) {
    ReadAttributeMap(action, "Item", &put.item);
    ReadAction(action, put);
  });
  reader.Structure("Delete", "Delete", &item.delete_item,
                   [](StructureReader& action, TransactWriteItem::Delete& deletion) {
                     ReadAttributeMap(action, "Key", &deletion.key);
                     ReadAction(action, deletion);
                   });
  reader.Structure("Update", "Update", &item.update, [](StructureReader& action, TransactWriteItem::Update& update) {
    ReadAttributeMap(action, "Key", &update.key);
    action.String("UpdateExpression", &update.update_expression);
    ReadAction(action, update);
  });
}

}  // namespace

Decoded<TransactWriteItemsRequest> DecodeTransactWriteItems(const rapidjson::Value& body) {
  return DecodeStructure<TransactWriteItemsRequest>(
      body, [](StructureReader& reader, TransactWriteItemsRequest& request) {
        reader.StructureList("TransactItems", "TransactWriteItem", &request.transact_items, ReadTransactWriteItem);
        reader.String("ClientRequestToken", &request.client_request_token);
        reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
        reader.Enum("ReturnItemCollectionMetrics", &request.return_item_collection_metrics);
      });
}

void EncodeTransactWriteItems(const TransactWriteItemsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  WriteItemCollectionMetricsMember(response.item_collection_metrics, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
