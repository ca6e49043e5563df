#include "engine/operations/backups/delete_backup.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/database/control_plane_lock.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/backups/backup_request.h"

namespace holdfast {
namespace {

bool IsBeingRestored(const DatabaseState& database, const Backup& backup) {
  const std::vector<std::shared_ptr<Table>> tables = database.tables.Tables();
  return std::any_of(tables.begin(), tables.end(), [&backup](const std::shared_ptr<Table>& table) {
    return table->ReadSettings([&backup](const TableSettings& settings) {
      return settings.restore.has_value() && settings.restore->in_progress &&
             settings.restore->source_backup_arn == backup.arn;
    });
  });
}

}  // namespace

Result<DeleteBackupResponse> DeleteBackup(DatabaseState& database, const DeleteBackupRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckBackupArn(request.backup_arn, database));
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(Backup backup, FindBackup(database, *request.backup_arn));
  if (backup.status == BackupStatus::kCreating || IsBeingRestored(database, backup)) return errors::BackupIsInUse();
  database.backups.Remove(backup.arn);
  backup.status = BackupStatus::kDeleted;
  // The response owns the backup's contents, so they are destroyed after the latch is released: that may take long.
  return DeleteBackupResponse{std::move(backup)};
}

}  // namespace holdfast
