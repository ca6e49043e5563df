// The operations that show exports to S3 and imports from it: there are none, because no operation makes them.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeExport.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeImport.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeExportRequest {
  std::optional<std::string> export_arn;
};

struct DescribeExportResponse {};

// An ExportNotFoundException, or a ValidationException.
Result<DescribeExportResponse> DescribeExport(DatabaseState& database, const DescribeExportRequest& request);

struct DescribeImportRequest {
  std::optional<std::string> import_arn;
};

struct DescribeImportResponse {};

// An ImportNotFoundException, or a ValidationException.
Result<DescribeImportResponse> DescribeImport(DatabaseState& database, const DescribeImportRequest& request);

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> max_results;
};

struct ListExportsResponse {};

Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request);

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> page_size;
};

struct ListImportsResponse {};

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request);

}  // namespace holdfast
