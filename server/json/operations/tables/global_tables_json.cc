// Global tables of version 2017.11.29. The server has none.
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

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
  writer.BeginArray("GlobalTables");
  writer.EndArray();
  writer.EndObject();
}

Decoded<DescribeGlobalTableRequest> DecodeDescribeGlobalTable(const rapidjson::Value& body) {
  return DecodeStructure<DescribeGlobalTableRequest>(body,
                                                     [](StructureReader& reader, DescribeGlobalTableRequest& request) {
                                                       reader.String("GlobalTableName", &request.global_table_name);
                                                     });
}

void EncodeDescribeGlobalTable(const DescribeGlobalTableResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.EndObject();
}

}  // namespace holdfast::server
