// BackupArn: the member by which requests name a backup.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/tables/backup.h"

namespace holdfast {

// Checks that the ARN is present and has the form of the ARN of a backup in this account and region.
// Errors: ValidationException; AccessDeniedException for an ARN of another account.
Status CheckBackupArn(const std::optional<std::string>& backup_arn, const DatabaseState& database);

// Returns the backup with that ARN, which must have passed CheckBackupArn, or a BackupNotFoundException.
Result<Backup> FindBackup(DatabaseState& database, const std::string& backup_arn);

}  // namespace holdfast
