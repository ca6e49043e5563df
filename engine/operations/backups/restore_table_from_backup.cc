#include "engine/operations/backups/restore_table_from_backup.h"

#include <utility>

#include "engine/database/control_plane_lock.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/backups/backup_request.h"
#include "engine/operations/backups/restored_table.h"

namespace holdfast {

Result<RestoreTableFromBackupResponse> RestoreTableFromBackup(DatabaseState& database,
                                                              const RestoreTableFromBackupRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(ValidateRestore(request.target_table_name, request.overrides));
  HOLDFAST_RETURN_IF_ERROR(CheckBackupArn(request.backup_arn, database));

  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const Backup backup, FindBackup(database, *request.backup_arn));
  if (backup.status == BackupStatus::kCreating) return errors::BackupIsInUse();
  const BackedUpTable& table = *backup.table;
  HOLDFAST_ASSIGN_OR_RETURN(TableDescription description,
                            Restore(database, *request.target_table_name, request.overrides,
                                    {table.schema(), table.settings(), table.identity().hash_seed, table.items(),
                                     RestoreSummary{backup.arn, backup.table_arn, backup.creation_time}}));
  return RestoreTableFromBackupResponse{std::move(description)};
}

}  // namespace holdfast
