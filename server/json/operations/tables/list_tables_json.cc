#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

Decoded<ListTablesRequest> DecodeListTables(const rapidjson::Value& body) {
  return DecodeStructure<ListTablesRequest>(body, [](StructureReader& reader, ListTablesRequest& request) {
    reader.String("ExclusiveStartTableName", &request.exclusive_start_table_name);
    reader.Integer("Limit", &request.limit);
  });
}

void EncodeListTables(const ListTablesResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("TableNames");
  for (const std::string& name : response.table_names) writer.String(name);
  writer.EndArray();
  if (response.last_evaluated_table_name)
    writer.StringMember("LastEvaluatedTableName", *response.last_evaluated_table_name);
  writer.EndObject();
}

}  // namespace holdfast::server
