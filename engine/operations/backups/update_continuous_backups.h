// UpdateContinuousBackups: switches point-in-time recovery on and off. While it is on, RestoreTableToPointInTime can
// restore times since it was switched on, as far as the recovery period and the memory limit allow
// (engine/tables/recovery_history.h).
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/operations/backups/continuous_backups.h"

namespace holdfast {
struct DatabaseState;

struct PointInTimeRecoverySpecification {
  std::optional<bool> point_in_time_recovery_enabled;
  // 35 if absent.
  std::optional<int32_t> recovery_period_in_days;
};

struct UpdateContinuousBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<PointInTimeRecoverySpecification> point_in_time_recovery_specification;
};

struct UpdateContinuousBackupsResponse {
  ContinuousBackupsDescription continuous_backups_description;
};

Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(DatabaseState& database,
                                                                const UpdateContinuousBackupsRequest& request);

}  // namespace holdfast
