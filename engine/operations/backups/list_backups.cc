#include "engine/operations/backups/list_backups.h"

#include <string_view>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

Status Validate(const ListBackupsRequest& request) {
  errors::Constraints constraints;
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, limits::kListBackupsPageMax, "limit");
  }
  if (const std::optional<std::string>& arn = request.exclusive_start_backup_arn) {
    constraints.LengthAtLeast(arn->size(), limits::kBackupArnLengthMin, *arn, "exclusiveStartBackupArn");
    constraints.LengthAtMost(arn->size(), limits::kBackupArnLengthMax, *arn, "exclusiveStartBackupArn");
  }
  constraints.Enum(request.backup_type, "backupType");
  return constraints.Report();
}

bool Selects(BackupTypeFilter filter, BackupType type) {
  switch (filter) {
    case BackupTypeFilter::kUser:
      return type == BackupType::kUser;
    case BackupTypeFilter::kSystem:
      return type == BackupType::kSystem;
    case BackupTypeFilter::kAwsBackup:
      return false;
    case BackupTypeFilter::kAll:
      return true;
  }
  return false;
}

}  // namespace

Result<ListBackupsResponse> ListBackups(DatabaseState& database, const ListBackupsRequest& request) {
  std::optional<std::string_view> table;
  if (request.table_name) {
    HOLDFAST_ASSIGN_OR_RETURN(table, ResolveControlPlaneTableName(database, request.table_name));
  }
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  RunDueTransitions(database);
  const auto matches = [&request](BackupType type, absl::Time creation_time) {
    return Selects(request.backup_type.value_or(BackupTypeFilter::kUser), type) &&
           (!request.time_range_lower_bound || creation_time >= *request.time_range_lower_bound) &&
           (!request.time_range_upper_bound || creation_time < *request.time_range_upper_bound);
  };
  const size_t limit = static_cast<size_t>(request.limit.value_or(limits::kListBackupsPageMax));
  ListBackupsResponse response;
  // One more than the page, to see whether backups remain.
  response.backup_summaries = database.backups.BackupsAfter(request.exclusive_start_backup_arn.value_or(""), table,
                                                            matches, limit + 1, database.clock->Now());
  if (response.backup_summaries.size() > limit) {
    response.backup_summaries.pop_back();
    response.last_evaluated_backup_arn = response.backup_summaries.back().arn;
  }
  return response;
}

}  // namespace holdfast
