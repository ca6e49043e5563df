// The server has no exports to S3 and no imports from it: ListExports and ListImports return empty lists, and
// DescribeExport and DescribeImport always fail, so they have no response to encode.
#include <optional>
#include <string>
#include <string_view>

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {
namespace {

void EncodeEmptyList(std::string_view name, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray(name);
  writer.EndArray();
  writer.EndObject();
}

}  // namespace

Decoded<DescribeExportRequest> DecodeDescribeExport(const rapidjson::Value& body) {
  return DecodeStructure<DescribeExportRequest>(body, [](StructureReader& reader, DescribeExportRequest& request) {
    reader.String("ExportArn", &request.export_arn);
  });
}

Decoded<DescribeImportRequest> DecodeDescribeImport(const rapidjson::Value& body) {
  return DecodeStructure<DescribeImportRequest>(body, [](StructureReader& reader, DescribeImportRequest& request) {
    reader.String("ImportArn", &request.import_arn);
  });
}

Decoded<ListExportsRequest> DecodeListExports(const rapidjson::Value& body) {
  return DecodeStructure<ListExportsRequest>(body, [](StructureReader& reader, ListExportsRequest& request) {
    reader.String("TableArn", &request.table_arn);
    reader.Integer("MaxResults", &request.max_results);
    std::optional<std::string> ignored;
    reader.String("NextToken", &ignored);
  });
}

void EncodeListExports(const ListExportsResponse&, std::string* body) { EncodeEmptyList("ExportSummaries", body); }

Decoded<ListImportsRequest> DecodeListImports(const rapidjson::Value& body) {
  return DecodeStructure<ListImportsRequest>(body, [](StructureReader& reader, ListImportsRequest& request) {
    reader.String("TableArn", &request.table_arn);
    reader.Integer("PageSize", &request.page_size);
    std::optional<std::string> ignored;
    reader.String("NextToken", &ignored);
  });
}

void EncodeListImports(const ListImportsResponse&, std::string* body) { EncodeEmptyList("ImportSummaryList", body); }

}  // namespace holdfast::server
