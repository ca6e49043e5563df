#include "engine/operations/backups/list_backups.h"

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

}  // namespace holdfast
