#include "server/json/operations/tables/list_global_tables_json.h"

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

Decoded<ListGlobalTablesRequest> DecodeListGlobalTables(const rapidjson::Value& body) {
  return DecodeStructure<ListGlobalTablesRequest>(body, [](StructureReader& reader, ListGlobalTablesRequest& request) {
    reader.String("ExclusiveStartGlobalTableName", &request.exclusive_start_global_table_name);
    reader.Integer("Limit", &request.limit);
  });
}

void EncodeListGlobalTables(const ListGlobalTablesResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("GlobalTables");
  writer.BeginArray();
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
