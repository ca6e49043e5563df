#include "engine/operations/backups/continuous_backups.h"

#include <algorithm>

#include "engine/errors/tables/backup_errors.h"

namespace holdfast {

// The earliest restorable time is the latest of three: when recovery was enabled, the start of the recovery period, and
// the start of the history, which moves forward when EngineOptions::recovery_bytes_max makes it drop old versions. The
// latest restorable time is five minutes ago, but not before the earliest.
ContinuousBackupsDescription DescribeRecovery(const Table& table, absl::Time now) {
  constexpr absl::Duration kLag = absl::Minutes(5);
  const std::optional<PointInTimeRecovery> recovery =
      table.ReadSettings([](const TableSettings& settings) { return settings.point_in_time_recovery; });
  const std::optional<absl::Time> history_start = table.recovery_history().earliest();
  ContinuousBackupsDescription description;
  if (!recovery || !history_start) return description;
  const absl::Duration period = absl::Hours(24) * recovery->recovery_period_in_days;
  const absl::Time earliest = std::max({recovery->enabled_since, now - period, *history_start});
  description.recovery = {recovery->recovery_period_in_days, earliest, std::max(earliest, now - kLag)};
  return description;
}

Result<std::shared_ptr<Table>> FindTableToBackUp(const DatabaseState& database, std::string_view table_name) {
  std::shared_ptr<Table> table = database.tables.Find(table_name);
  if (table == nullptr) return errors::NoTableToBackUp(table_name);
  return table;
}

}  // namespace holdfast
