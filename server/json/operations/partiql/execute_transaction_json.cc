#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/operations/partiql/partiql_json.h"

namespace holdfast::server {

namespace {

void ReadParameterizedStatement(StructureReader& reader, ParameterizedStatement& statement) {
  ReadAttributeValueList(reader, "Parameters", &statement.parameters);
  reader.String("Statement", &statement.statement);
  reader.Enum("ReturnValuesOnConditionCheckFailure", &statement.return_values_on_condition_check_failure);
}

}  // namespace

Decoded<ExecuteTransactionRequest> DecodeExecuteTransaction(const rapidjson::Value& body) {
  return DecodeStructure<ExecuteTransactionRequest>(
      body, [](StructureReader& reader, ExecuteTransactionRequest& request) {
        reader.StructureList("TransactStatements", "ParameterizedStatement", &request.transact_statements,
                             ReadParameterizedStatement);
        reader.String("ClientRequestToken", &request.client_request_token);
        reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
      });
}

void EncodeExecuteTransaction(const ExecuteTransactionResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  WriteItemResponses(response.responses, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
