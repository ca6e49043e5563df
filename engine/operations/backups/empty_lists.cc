#include "engine/operations/backups/empty_lists.h"

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/tables/table_name.h"

namespace holdfast {

Result<ListBackupsResponse> ListBackups(DatabaseState& database, const ListBackupsRequest& request) {
  if (request.table_name) {
    HOLDFAST_RETURN_IF_ERROR(ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  }
  errors::Constraints constraints;
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, limits::kListBackupsPageMax, "limit");
  }
  if (const std::optional<std::string>& arn = request.exclusive_start_backup_arn) {
    constraints.LengthAtLeast(arn->size(), limits::kBackupArnLengthMin, *arn, "exclusiveStartBackupArn");
    constraints.LengthAtMost(arn->size(), limits::kBackupArnLengthMax, *arn, "exclusiveStartBackupArn");
  }
  constraints.Enum(request.backup_type, "backupType");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return ListBackupsResponse();
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
