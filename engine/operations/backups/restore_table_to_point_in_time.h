// RestoreTableToPointInTime: makes a new table from a source table whose point-in-time recovery is enabled. The new
// table has the items that the source had at the end of a chosen second (engine/tables/recovery_history.h), and the
// present schema and settings of the source, as far as a restore keeps them (restored_table.h). The response shows the
// new table as CREATING, as that of RestoreTableFromBackup does.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
#pragma once

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "engine/base/result.h"
#include "engine/schema/table_overrides.h"
#include "engine/tables/table_description.h"

namespace holdfast {
struct DatabaseState;

struct RestoreTableToPointInTimeRequest {
  // The source: one of the two is required. If both are present, the name is ignored.
  std::optional<std::string> source_table_arn;
  std::optional<std::string> source_table_name;
  std::optional<std::string> target_table_name;
  std::optional<bool> use_latest_restorable_time;
  std::optional<absl::Time> restore_date_time;
  TableOverrides overrides;
};

struct RestoreTableToPointInTimeResponse {
  TableDescription table_description;
};

// Errors: those of restored_table.h; TableNotFoundException; TableInUseException while the source is DELETING;
// PointInTimeRecoveryUnavailableException; InvalidRestoreTimeException if the time is after the latest restorable time,
// or before the second of the earliest (DescribeContinuousBackups reports both).
Result<RestoreTableToPointInTimeResponse> RestoreTableToPointInTime(DatabaseState& database,
                                                                    const RestoreTableToPointInTimeRequest& request);

}  // namespace holdfast
