#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/members/legacy_parameters_json.h"
#include "server/json/members/write_response_json.h"
#include "server/json/operations/items/items_json.h"

namespace holdfast::server {

Decoded<PutItemRequest> DecodePutItem(const rapidjson::Value& body) {
  return DecodeStructure<PutItemRequest>(body, [](StructureReader& reader, PutItemRequest& request) {
    ReadAttributeMap(reader, "Item", &request.item);
    ReadExpected(reader, &request.expected);
    ReadExpressionFields(reader, &request.expression_fields);
    reader.String("TableName", &request.table_name);
    reader.Enum("ReturnValues", &request.return_values);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.Enum("ReturnItemCollectionMetrics", &request.return_item_collection_metrics);
    reader.Enum("ConditionalOperator", &request.conditional_operator);
    reader.String("ConditionExpression", &request.condition_expression);
    reader.Enum("ReturnValuesOnConditionCheckFailure", &request.return_values_on_condition_check_failure);
  });
}

void EncodePutItem(const PutItemResponse& response, std::string* body) {
  AppendWriteResponse(response.attributes, response.consumed_capacity, response.item_collection_metrics, body);
}

}  // namespace holdfast::server
