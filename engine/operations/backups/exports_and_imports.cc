#include "engine/operations/backups/exports_and_imports.h"

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/tables/table_name.h"

namespace holdfast {
namespace {

// [open] The service's error for a malformed ARN was not captured. Here it is the error for an unknown export or
// import.
Status CheckArn(const std::optional<std::string>& arn, std::string_view path) {
  errors::Constraints constraints;
  constraints.NotNull(arn.has_value(), path);
  if (arn) {
    constraints.LengthAtLeast(arn->size(), limits::kExportArnLengthMin, *arn, path);
    constraints.LengthAtMost(arn->size(), limits::kExportArnLengthMax, *arn, path);
  }
  return constraints.Report();
}

}  // namespace

Result<DescribeExportResponse> DescribeExport(DatabaseState&, const DescribeExportRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckArn(request.export_arn, "exportArn"));
  return errors::NoSuchExport(*request.export_arn);
}

Result<DescribeImportResponse> DescribeImport(DatabaseState&, const DescribeImportRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckArn(request.import_arn, "importArn"));
  return errors::NoSuchImport(*request.import_arn);
}

Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request) {
  errors::Constraints constraints;
  if (request.max_results) {
    constraints.AtLeast(*request.max_results, 1, "maxResults");
    constraints.AtMost(*request.max_results, limits::kListExportsPageMax, "maxResults");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (request.table_arn) {
    HOLDFAST_RETURN_IF_ERROR(ResolveTableName(*request.table_arn, database.region, database.account));
  }
  return ListExportsResponse();
}

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request) {
  errors::Constraints constraints;
  if (request.page_size) {
    constraints.AtLeast(*request.page_size, 1, "pageSize");
    constraints.AtMost(*request.page_size, limits::kListImportsPageMax, "pageSize");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (request.table_arn) {
    HOLDFAST_RETURN_IF_ERROR(ResolveTableName(*request.table_arn, database.region, database.account));
  }
  return ListImportsResponse();
}

}  // namespace holdfast
