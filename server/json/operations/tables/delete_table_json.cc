#include "server/json/json_reader.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

Decoded<DeleteTableRequest> DecodeDeleteTable(const rapidjson::Value& body) {
  return DecodeStructure<DeleteTableRequest>(body, [](StructureReader& reader, DeleteTableRequest& request) {
    reader.String("TableName", &request.table_name);
  });
}

void EncodeDeleteTable(const DeleteTableResponse& response, std::string* body) {
  AppendTableDescription("TableDescription", response.table_description, body);
}

}  // namespace holdfast::server
