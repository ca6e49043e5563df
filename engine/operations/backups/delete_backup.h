// DeleteBackup: removes a backup. The response shows it as DELETED.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteBackup.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/backup.h"

namespace holdfast {
struct DatabaseState;

struct DeleteBackupRequest {
  std::optional<std::string> backup_arn;
};

struct DeleteBackupResponse {
  Backup backup_description;
};

// Errors: ValidationException; AccessDeniedException; BackupNotFoundException; BackupInUseException while the backup is
// being created, or a table is being restored from it.
Result<DeleteBackupResponse> DeleteBackup(DatabaseState& database, const DeleteBackupRequest& request);

}  // namespace holdfast
