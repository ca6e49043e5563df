#include "server/json/json_reader.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

Decoded<DescribeTableRequest> DecodeDescribeTable(const rapidjson::Value& body) {
  return DecodeStructure<DescribeTableRequest>(body, [](StructureReader& reader, DescribeTableRequest& request) {
    reader.String("TableName", &request.table_name);
  });
}

void EncodeDescribeTable(const DescribeTableResponse& response, std::string* body) {
  AppendTableDescription("Table", response.table, body);
}

}  // namespace holdfast::server
