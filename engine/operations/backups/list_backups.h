// ListBackups: the backups of a table or of all tables, including tables that have been deleted.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "engine/base/result.h"
#include "engine/tables/backup.h"

namespace holdfast {
struct DatabaseState;

// [open] The order in which the service lists these values in errors was not captured.
enum class BackupTypeFilter { kUser, kSystem, kAwsBackup, kAll };
template <>
struct EnumNames<BackupTypeFilter> {
  using E = BackupTypeFilter;
  static constexpr EnumName<E> kNames[] = {
      {E::kUser, "USER"}, {E::kSystem, "SYSTEM"}, {E::kAwsBackup, "AWS_BACKUP"}, {E::kAll, "ALL"}};
};

struct ListBackupsRequest {
  // The table need not exist.
  std::optional<std::string> table_name = std::nullopt;
  std::optional<int32_t> limit = std::nullopt;
  std::optional<std::string> exclusive_start_backup_arn = std::nullopt;
  // USER if absent. AWS_BACKUP selects none: there is no service AWS Backup here.
  EnumField<BackupTypeFilter> backup_type = {};
  // Select the backups that were created at the lower bound or later, and before the upper bound.
  std::optional<absl::Time> time_range_lower_bound = std::nullopt;
  std::optional<absl::Time> time_range_upper_bound = std::nullopt;
};

// [open] The order in which the service lists backups was not captured: here they ascend by ARN, so the backups of one
// table ascend by creation time.
struct ListBackupsResponse {
  std::vector<Backup> backup_summaries;
  // Present if more remain.
  std::optional<std::string> last_evaluated_backup_arn;
};

Result<ListBackupsResponse> ListBackups(DatabaseState& database, const ListBackupsRequest& request);

}  // namespace holdfast
