#include "engine/operations/backups/describe_backup.h"

#include <utility>

#include "engine/operations/backups/backup_request.h"

namespace holdfast {

Result<DescribeBackupResponse> DescribeBackup(DatabaseState& database, const DescribeBackupRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckBackupArn(request.backup_arn, database));
  RunDueTransitions(database);
  HOLDFAST_ASSIGN_OR_RETURN(Backup backup, FindBackup(database, *request.backup_arn));
  return DescribeBackupResponse{std::move(backup)};
}

}  // namespace holdfast
