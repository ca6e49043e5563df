#include "server/json/operations/backups/list_imports_json.h"

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

Decoded<ListImportsRequest> DecodeListImports(const rapidjson::Value& body) {
  return DecodeStructure<ListImportsRequest>(body, [](StructureReader& reader, ListImportsRequest& request) {
    reader.String("TableArn", &request.table_arn);
    reader.Integer("PageSize", &request.page_size);
  });
}

void EncodeListImports(const ListImportsResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("ImportSummaryList");
  writer.BeginArray();
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
