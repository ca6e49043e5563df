#include "engine/database/table_backups.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/base/limits.h"

namespace holdfast {
namespace {

// The part of a backup's ARN after `/backup/`, as in 01489602797149-73d8d5bc.
std::string BackupId(absl::Time creation_time, Random& random) {
  return absl::StrCat(absl::Dec(absl::ToUnixMillis(creation_time), absl::kZeroPad14), "-",
                      absl::Hex(random.Next() & 0xffffffffu, absl::kZeroPad8));
}

}  // namespace

Backup AddBackup(DatabaseState& database, const Table& table, std::string name, BackupType type) {
  Backup backup;
  backup.name = std::move(name);
  backup.type = type;
  backup.creation_time = database.clock->Now();
  if (type == BackupType::kSystem) {
    backup.expiry_time = backup.creation_time + absl::Hours(24) * limits::kSystemBackupRetentionDays;
  }
  backup.table_arn = table.arn();
  backup.table = std::make_shared<const BackedUpTable>(table, database.options.background);
  std::optional<uint64_t> number;
  while (!number.has_value()) {
    backup.arn = table.arn() + "/backup/" + BackupId(backup.creation_time, database.random);
    number = database.backups.Add(backup);
  }
  backup.number = *number;
  ScheduleTransition(database, backup.creation_time,
                     {.kind = TransitionKind::kBackupCreated, .backup_number = backup.number});
  return backup;
}

std::vector<Backup> AddSystemBackup(DatabaseState& database, const Table& table) {
  AddBackup(database, table, table.name() + "$DeletedTableBackup", BackupType::kSystem);
  return database.backups.DropOldestSystemBackups(database.options.recovery_bytes_max);
}

}  // namespace holdfast
