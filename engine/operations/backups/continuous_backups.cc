#include "engine/operations/backups/continuous_backups.h"

#include <algorithm>

#include "engine/errors/backup_errors.h"

namespace holdfast {

// The earliest restorable time is the later one of when recovery was enabled and the start of the recovery period; the
// latest is five minutes ago, but not before recovery was enabled.
ContinuousBackupsDescription DescribeRecovery(const std::optional<PointInTimeRecovery>& recovery, absl::Time now) {
  constexpr absl::Duration kLag = absl::Minutes(5);
  ContinuousBackupsDescription description;
  if (!recovery) return description;
  const absl::Duration period = absl::Hours(24) * recovery->recovery_period_in_days;
  description.recovery = {recovery->recovery_period_in_days, std::max(recovery->enabled_since, now - period),
                          std::max(recovery->enabled_since, now - kLag)};
  return description;
}

Result<std::shared_ptr<Table>> FindTableToBackUp(const DatabaseState& database, std::string_view table_name) {
  std::shared_ptr<Table> table = database.tables.Find(table_name);
  if (table == nullptr) return errors::NoTableToBackUp(table_name);
  return table;
}

}  // namespace holdfast
