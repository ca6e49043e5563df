#include "engine/operations/tables/delete_table.h"

#include <memory>
#include <vector>

#include "engine/database/table_backups.h"
#include "engine/database/table_streams.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/operations/tables/table_conflicts.h"
#include "engine/tables/table_name.h"

namespace holdfast {

Result<DeleteTableResponse> DeleteTable(DatabaseState& database, const DeleteTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                            ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  // These outlive the latch: large tables and backups take long to destroy.
  std::shared_ptr<Table> table;
  std::vector<Backup> dropped;
  LatchLock lock(&database.control_plane);
  RunDueTransitionsLatched(database);
  table = database.tables.Find(name);
  if (table == nullptr) return errors::NoSuchTable(name);
  const TableSettings settings = table->settings();
  if (settings.deletion_protection_enabled) return errors::TableIsDeletionProtected();
  HOLDFAST_RETURN_IF_ERROR(CheckDeletionConflicts(*table, settings));
  const absl::Time now = database.clock->Now();
  table->set_status(TableStatus::kDeleting);
  DeleteTableResponse response{MakeDeletionDescription(*table, now)};
  if (table->structure().stream != nullptr) DisableStream(database, *table);
  if (settings.point_in_time_recovery.has_value()) {
    dropped = AddSystemBackup(database, *table);
  }
  ScheduleTransition(database, now, {TransitionKind::kTableDeleted, table->number()});
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace holdfast
