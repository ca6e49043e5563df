#include "server/json/operations/tables/describe_global_table_json.h"

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

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
