// The operations that describe and list exports to S3 and imports from it. No operation makes either, so the lists are
// empty and no ARN is found.
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

// Always fails: with ValidationException if the ARN is missing or its length invalid, else with
// ExportNotFoundException.
Result<DescribeExportResponse> DescribeExport(DatabaseState& database, const DescribeExportRequest& request);

struct DescribeImportRequest {
  std::optional<std::string> import_arn;
};

struct DescribeImportResponse {};

// Always fails: with ValidationException as DescribeExport, else with ImportNotFoundException.
Result<DescribeImportResponse> DescribeImport(DatabaseState& database, const DescribeImportRequest& request);

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> max_results;
};

struct ListExportsResponse {};

// Errors: ValidationException; AccessDeniedException for the ARN of another account. Whether the table exists is not
// checked.
Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request);

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> page_size;
};

struct ListImportsResponse {};

// Errors: ValidationException; AccessDeniedException for the ARN of another account. Whether the table exists is not
// checked.
Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request);

}  // namespace holdfast
