// ListBackups: the backups of tables. There are none: the operation that would make one is not there.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

// [open] The service's own order of these words was not captured.
enum class BackupTypeFilter { kUser, kSystem, kAwsBackup, kAll };
template <>
struct EnumNames<BackupTypeFilter> {
  using E = BackupTypeFilter;
  static constexpr EnumName<E> kNames[] = {
      {E::kUser, "USER"}, {E::kSystem, "SYSTEM"}, {E::kAwsBackup, "AWS_BACKUP"}, {E::kAll, "ALL"}};
};

struct ListBackupsRequest {
  // Need not be there.
  std::optional<std::string> table_name;
  std::optional<int32_t> limit;
  std::optional<std::string> exclusive_start_backup_arn;
  EnumField<BackupTypeFilter> backup_type;
};

struct ListBackupsResponse {};

Result<ListBackupsResponse> ListBackups(DatabaseState& database, const ListBackupsRequest& request);

}  // namespace holdfast
