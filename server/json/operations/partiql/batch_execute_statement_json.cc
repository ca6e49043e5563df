#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/operations/partiql/partiql_json.h"

namespace holdfast::server {

namespace {

void ReadBatchStatement(StructureReader& reader, BatchStatementRequest& statement) {
  ReadAttributeValueList(reader, "Parameters", &statement.parameters);
  reader.String("Statement", &statement.statement);
  reader.Boolean("ConsistentRead", &statement.consistent_read);
  reader.Enum("ReturnValuesOnConditionCheckFailure", &statement.return_values_on_condition_check_failure);
}

void WriteBatchStatementResponse(const BatchStatementResponse& response, JsonWriter* writer) {
  writer->BeginObject();
  if (response.error.has_value()) {
    writer->BeginObject("Error");
    writer->StringMember("Code", response.error->code);
    writer->StringMember("Message", response.error->message);
    writer->EndObject();
  }
  if (response.item.has_value()) {
    writer->Name("Item");
    WriteAttributeMap(*response.item, writer);
  }
  if (response.table_name.has_value()) writer->StringMember("TableName", *response.table_name);
  writer->EndObject();
}

}  // namespace

Decoded<BatchExecuteStatementRequest> DecodeBatchExecuteStatement(const rapidjson::Value& body) {
  return DecodeStructure<BatchExecuteStatementRequest>(
      body, [](StructureReader& reader, BatchExecuteStatementRequest& request) {
        reader.StructureList("Statements", "BatchStatementRequest", &request.statements, ReadBatchStatement);
        reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
      });
}

void EncodeBatchExecuteStatement(const BatchExecuteStatementResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  writer.BeginArray("Responses");
  for (const BatchStatementResponse& member : response.responses) WriteBatchStatementResponse(member, &writer);
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
