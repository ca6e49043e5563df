#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/operations/partiql/partiql_json.h"

namespace holdfast::server {

Decoded<ExecuteStatementRequest> DecodeExecuteStatement(const rapidjson::Value& body) {
  return DecodeStructure<ExecuteStatementRequest>(body, [](StructureReader& reader, ExecuteStatementRequest& request) {
    ReadAttributeValueList(reader, "Parameters", &request.parameters);
    reader.String("Statement", &request.statement);
    reader.Boolean("ConsistentRead", &request.consistent_read);
    reader.String("NextToken", &request.next_token);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.Integer("Limit", &request.limit);
    reader.Enum("ReturnValuesOnConditionCheckFailure", &request.return_values_on_condition_check_failure);
  });
}

void EncodeExecuteStatement(const ExecuteStatementResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  writer.BeginArray("Items");
  for (const ResponseItem& item : response.items) WriteAttributeMap(item, &writer);
  writer.EndArray();
  if (response.last_evaluated_key.has_value()) {
    writer.Name("LastEvaluatedKey");
    WriteAttributeMap(*response.last_evaluated_key, &writer);
  }
  if (response.next_token.has_value()) writer.StringMember("NextToken", *response.next_token);
  writer.EndObject();
}

}  // namespace holdfast::server
