#include "server/json/operations/backups/list_exports_json.h"

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

Decoded<ListExportsRequest> DecodeListExports(const rapidjson::Value& body) {
  return DecodeStructure<ListExportsRequest>(body, [](StructureReader& reader, ListExportsRequest& request) {
    reader.String("TableArn", &request.table_arn);
    reader.Integer("MaxResults", &request.max_results);
  });
}

void EncodeListExports(const ListExportsResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("ExportSummaries");
  writer.BeginArray();
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
