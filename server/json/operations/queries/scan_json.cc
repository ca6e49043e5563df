#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/members/legacy_parameters_json.h"
#include "server/json/members/page_json.h"
#include "server/json/operations/queries/queries_json.h"

namespace holdfast::server {

Decoded<ScanRequest> DecodeScan(const rapidjson::Value& body) {
  return DecodeStructure<ScanRequest>(body, [](StructureReader& reader, ScanRequest& request) {
    ReadLegacyConditions(reader, "ScanFilter", &request.scan_filter);
    ReadAttributeMap(reader, "ExclusiveStartKey", &request.exclusive_start_key);
    ReadExpressionFields(reader, &request.expression_fields);
    reader.String("TableName", &request.table_name);
    reader.String("IndexName", &request.index_name);
    reader.StringList("AttributesToGet", &request.attributes_to_get);
    reader.Integer("Limit", &request.limit);
    reader.Enum("Select", &request.select);
    reader.Enum("ConditionalOperator", &request.conditional_operator);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.Integer("TotalSegments", &request.total_segments);
    reader.Integer("Segment", &request.segment);
    reader.String("ProjectionExpression", &request.projection_expression);
    reader.String("FilterExpression", &request.filter_expression);
    reader.Boolean("ConsistentRead", &request.consistent_read);
  });
}

void EncodeScan(const ScanResponse& response, std::string* body) {
  AppendPage(response.items, response.count, response.scanned_count, response.last_evaluated_key,
             response.consumed_capacity, body);
}

}  // namespace holdfast::server
