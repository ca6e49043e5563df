// DescribeBackup: a backup, and the table as it was when the backup was made.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeBackup.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/backup.h"

namespace holdfast {
struct DatabaseState;

struct DescribeBackupRequest {
  std::optional<std::string> backup_arn;
};

struct DescribeBackupResponse {
  Backup backup_description;
};

// Errors: ValidationException; AccessDeniedException; BackupNotFoundException.
Result<DescribeBackupResponse> DescribeBackup(DatabaseState& database, const DescribeBackupRequest& request);

}  // namespace holdfast
