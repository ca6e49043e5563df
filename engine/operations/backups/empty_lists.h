// ListBackups, ListExports and ListImports. All lists are empty: there is no operation that makes a backup, an export to
// S3 or an import from it.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

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
  std::optional<std::string> table_name;
  std::optional<int32_t> limit;
  std::optional<std::string> exclusive_start_backup_arn;
  EnumField<BackupTypeFilter> backup_type;
};

struct ListBackupsResponse {};

Result<ListBackupsResponse> ListBackups(DatabaseState& database, const ListBackupsRequest& request);

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> max_results;
};

struct ListExportsResponse {};

Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request);

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> page_size;
};

struct ListImportsResponse {};

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request);

}  // namespace holdfast
