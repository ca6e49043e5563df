#include "engine/operations/backups/update_continuous_backups.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/database/control_plane_lock.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/errors/constraints.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

Status Validate(const UpdateContinuousBackupsRequest& request) {
  errors::Constraints constraints;
  const std::optional<PointInTimeRecoverySpecification>& specification = request.point_in_time_recovery_specification;
  constraints.NotNull(specification.has_value(), "pointInTimeRecoverySpecification");
  if (specification) {
    constexpr std::string_view kDays = "pointInTimeRecoverySpecification.recoveryPeriodInDays";
    constraints.NotNull(specification->point_in_time_recovery_enabled.has_value(),
                        "pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled");
    if (const std::optional<int32_t>& days = specification->recovery_period_in_days) {
      constraints.AtLeast(*days, 1, kDays);
      constraints.AtMost(*days, limits::kRecoveryPeriodDaysMax, kDays);
    }
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (!*specification->point_in_time_recovery_enabled && specification->recovery_period_in_days) {
    return errors::RecoveryPeriodWhileDisabling();
  }
  return {};
}

// If recovery is enabled already, the versions of the history are kept. [open] What the service restores after a change
// to a longer period was not captured: here times that are older than the previous period remain unrestorable, because
// `enabled_since` moves to the beginning of that period.
void EnableRecovery(const DatabaseState& database, Table& table, absl::Time now, int32_t days) {
  table.recovery_history().Enable(now, absl::Hours(24) * days, database.options.recovery_bytes_max,
                                  database.options.background);
  table.ChangeSettings([now, days](TableSettings& settings) {
    std::optional<PointInTimeRecovery>& recovery = settings.point_in_time_recovery;
    absl::Time since = now;
    if (recovery) {
      since = std::max(recovery->enabled_since, now - absl::Hours(24) * recovery->recovery_period_in_days);
    }
    recovery = {since, days};
  });
}

}  // namespace

Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(DatabaseState& database,
                                                                const UpdateContinuousBackupsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  // Declared before `lock`, and so destroyed after the latch is released, because the destruction may take long.
  RecoveryHistory::Versions dropped;
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableToBackUp(database, name));
  // [open] What a table that is being deleted answers was not captured: here it is accepted.
  if (table->status() == TableStatus::kCreating) return errors::BackupsAreBeingEnabled(name);
  const PointInTimeRecoverySpecification& requested = *request.point_in_time_recovery_specification;
  const absl::Time now = database.clock->Now();
  if (*requested.point_in_time_recovery_enabled) {
    EnableRecovery(database, *table, now, requested.recovery_period_in_days.value_or(limits::kRecoveryPeriodDaysMax));
  } else {
    table->ChangeSettings([](TableSettings& settings) { settings.point_in_time_recovery.reset(); });
    dropped = table->recovery_history().Disable();
  }
  return UpdateContinuousBackupsResponse{DescribeRecovery(*table, now)};
}

}  // namespace holdfast
