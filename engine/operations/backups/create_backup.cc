#include "engine/operations/backups/create_backup.h"

#include <memory>

#include "engine/base/limits.h"
#include "engine/database/control_plane_lock.h"
#include "engine/database/memory_limit.h"
#include "engine/database/table_backups.h"
#include "engine/errors/constraints.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/backups/continuous_backups.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

Status ValidateBackupName(const std::optional<std::string>& name) {
  errors::Constraints constraints;
  constraints.NotNull(name.has_value(), "backupName");
  if (name) {
    constraints.NamePattern(*name, "backupName");
    constraints.LengthAtLeast(name->size(), limits::kBackupNameLengthMin, *name, "backupName");
    constraints.LengthAtMost(name->size(), limits::kBackupNameLengthMax, *name, "backupName");
  }
  return constraints.Report();
}

// [open] The order of these errors was not captured.
Status CheckBackupIsAllowed(DatabaseState& database, const Table& table) {
  if (table.status() == TableStatus::kCreating || table.status() == TableStatus::kDeleting) {
    return errors::TableInUse(table.name());
  }
  if (database.backups.IsBackingUp(table.id())) return errors::BackupIsInUse();
  return CheckMemoryLimit(database);
}

}  // namespace

Result<CreateBackupResponse> CreateBackup(DatabaseState& database, const CreateBackupRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(ValidateBackupName(request.backup_name));

  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableToBackUp(database, name));
  HOLDFAST_RETURN_IF_ERROR(CheckBackupIsAllowed(database, *table));
  CreateBackupResponse response{AddBackup(database, *table, *request.backup_name, BackupType::kUser)};
  // Without realistic timing, this makes the backup AVAILABLE. The response shows it as CREATING.
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace holdfast
