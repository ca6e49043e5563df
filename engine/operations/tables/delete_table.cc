#include "engine/operations/tables/delete_table.h"

#include <memory>
#include <vector>

#include "engine/database/control_plane_lock.h"
#include "engine/database/table_backups.h"
#include "engine/database/table_streams.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/errors/tables/table_conflict_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/operations/tables/table_conflicts.h"

namespace holdfast {
namespace {

// `requester`: a replica whose group the table must belong to; null: any table may be deleted.
Result<DeleteTableResponse> Delete(DatabaseState& database, const DeleteTableRequest& request,
                                   const Replica* requester) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  // Declared before `lock`, and so destroyed after the latch is released, because large tables and backups take long to
  // destroy.
  std::shared_ptr<Table> table;
  std::vector<Backup> dropped;
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(table, FindTableByName(database, name));
  Replica* const replica = table->replica();
  if (requester != nullptr && (replica == nullptr || !replica->SharesGroupWith(*requester))) {
    return errors::NotAReplica(database.region);
  }
  const absl::Time now = database.clock->Now();
  const TableSettings settings = table->settings();
  if (settings.deletion_protection_enabled) {
    return IsGlobal(*table) ? errors::ReplicaIsDeletionProtected(name, database.region)
                            : errors::TableIsDeletionProtected();
  }
  if (replica != nullptr && IsSourceOfReplica(*replica, database.region, now)) return errors::ReplicaIsSource();
  HOLDFAST_RETURN_IF_ERROR(CheckDeletionConflicts(*table, settings));
  // The source table of a backup in progress cannot be deleted. [open] The text of this error was not captured.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_HowItWorks.html
  if (database.backups.IsBackingUp(table->id())) return errors::TableIsBeingUpdated(name);
  table->set_status(TableStatus::kDeleting);
  if (replica != nullptr) {
    replica->set_status(ReplicaStatus::kDeleting);
    replica->Stop();
  }
  DeleteTableResponse response{MakeDeletionDescription(*table, now)};
  if (table->structure().stream != nullptr) DisableStream(database, *table);
  if (settings.point_in_time_recovery.has_value()) {
    dropped = AddSystemBackup(database, *table);
  }
  ScheduleTransition(database, now, {TransitionKind::kTableDeleted, table->number()});
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace

Result<DeleteTableResponse> DeleteTable(DatabaseState& database, const DeleteTableRequest& request) {
  return Delete(database, request, nullptr);
}

Status DeleteReplica(DatabaseState& database, const std::string& table_name, const Replica& requester) {
  const Result<DeleteTableResponse> response = Delete(database, {table_name}, &requester);
  if (!response.ok()) return response.error();
  return {};
}

}  // namespace holdfast
