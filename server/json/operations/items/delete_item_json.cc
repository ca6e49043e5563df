#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/members/legacy_parameters_json.h"
#include "server/json/members/write_response_json.h"
#include "server/json/operations/items/items_json.h"

namespace holdfast::server {

Decoded<DeleteItemRequest> DecodeDeleteItem(const rapidjson::Value& body) {
  return DecodeStructure<DeleteItemRequest>(body, [](StructureReader& reader, DeleteItemRequest& request) {
    ReadAttributeMap(reader, "Key", &request.key);
    ReadExpected(reader, &request.expected);
    ReadExpressionFields(reader, &request.expression_fields);
    reader.String("TableName", &request.table_name);
    reader.Enum("ConditionalOperator", &request.conditional_operator);
    reader.Enum("ReturnValues", &request.return_values);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.Enum("ReturnItemCollectionMetrics", &request.return_item_collection_metrics);
    reader.String("ConditionExpression", &request.condition_expression);
    reader.Enum("ReturnValuesOnConditionCheckFailure", &request.return_values_on_condition_check_failure);
  });
}

void EncodeDeleteItem(const DeleteItemResponse& response, std::string* body) {
  AppendWriteResponse(response.attributes, response.consumed_capacity, response.item_collection_metrics, body);
}

}  // namespace holdfast::server
