#include "engine/operations/backups/update_continuous_backups.h"

#include "engine/base/limits.h"
#include "engine/errors/backup_errors.h"
#include "engine/errors/constraints.h"
#include "engine/tables/table_name.h"

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

}  // namespace

Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(DatabaseState& database,
                                                                const UpdateContinuousBackupsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                            ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableToBackUp(database, name));
  const PointInTimeRecoverySpecification& requested = *request.point_in_time_recovery_specification;
  const absl::Time now = database.clock->Now();
  // If recovery is enabled already, enabling it may change the period, but keeps `enabled_since`.
  const auto change = [&](TableSettings& settings) {
    std::optional<PointInTimeRecovery>& recovery = settings.point_in_time_recovery;
    if (*requested.point_in_time_recovery_enabled) {
      recovery = {recovery ? recovery->enabled_since : now,
                  requested.recovery_period_in_days.value_or(limits::kRecoveryPeriodDaysMax)};
    } else {
      recovery.reset();
    }
    return recovery;
  };
  return UpdateContinuousBackupsResponse{DescribeRecovery(table->ChangeSettings(change), now)};
}

}  // namespace holdfast
