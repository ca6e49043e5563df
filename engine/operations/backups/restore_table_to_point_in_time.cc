#include "engine/operations/backups/restore_table_to_point_in_time.h"

#include <memory>
#include <utility>

#include "engine/database/control_plane_lock.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/backups/continuous_backups.h"
#include "engine/operations/backups/restored_table.h"
#include "engine/schema/definition_constraints.h"
#include "engine/tables/table_name.h"

namespace holdfast {
namespace {

Result<std::string_view> SourceTableName(const DatabaseState& database,
                                         const RestoreTableToPointInTimeRequest& request) {
  if (request.source_table_arn) return ResolveTableName(*request.source_table_arn, database.region, database.account);
  if (!request.source_table_name) return errors::RestoreSourceMissing();
  errors::Constraints constraints;
  CheckResourceName(*request.source_table_name, "sourceTableName", &constraints);
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return std::string_view(*request.source_table_name);
}

Status CheckTimeMembers(const RestoreTableToPointInTimeRequest& request) {
  const bool latest = request.use_latest_restorable_time.value_or(false);
  if (!latest && !request.restore_date_time) return errors::RestoreTimeMissing();
  if (latest && request.restore_date_time) return errors::RestoreTimeAmbiguous();
  return {};
}

// Restores have a resolution of one second: every time within the second of the earliest restorable time is accepted,
// even one that is earlier than that time.
Result<absl::Time> TimeToRestore(const ContinuousBackupsDescription::Recovery& recovery,
                                 const std::optional<absl::Time>& requested) {
  if (!requested) return recovery.latest_restorable;
  const absl::Time earliest = absl::FromUnixSeconds(absl::ToUnixSeconds(recovery.earliest_restorable));
  if (*requested < earliest || *requested > recovery.latest_restorable) return errors::InvalidRestoreTime();
  return *requested;
}

}  // namespace

// As in the service, the indexes and settings are those that the source has now, not those at the restored time.
// [open] In which order the service reports this operation's errors was not captured.
Result<RestoreTableToPointInTimeResponse> RestoreTableToPointInTime(DatabaseState& database,
                                                                    const RestoreTableToPointInTimeRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(ValidateRestore(request.target_table_name, request.overrides));
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view source_name, SourceTableName(database, request));
  HOLDFAST_RETURN_IF_ERROR(CheckTimeMembers(request));

  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> source, FindTableToBackUp(database, source_name));
  if (source->status() == TableStatus::kDeleting) return errors::TableInUse(source_name);
  const ContinuousBackupsDescription backups = DescribeRecovery(*source, database.clock->Now());
  if (!backups.recovery) return errors::RecoveryNotEnabled(source->name());
  HOLDFAST_ASSIGN_OR_RETURN(const absl::Time time, TimeToRestore(*backups.recovery, request.restore_date_time));
  // Concurrent writes may have dropped versions of that time from the history since DescribeRecovery.
  std::optional<PartitionMap::Image> items = source->recovery_history().ImageAt(source->items(), time);
  if (!items.has_value()) return errors::InvalidRestoreTime();
  HOLDFAST_ASSIGN_OR_RETURN(TableDescription description,
                            Restore(database, *request.target_table_name, request.overrides,
                                    {source->CurrentSchema(), source->settings(), source->identity().hash_seed,
                                     *std::move(items), RestoreSummary{std::nullopt, source->arn(), time}}));
  return RestoreTableToPointInTimeResponse{std::move(description)};
}

}  // namespace holdfast
