// CreateBackup: a backup of a table at this moment. The response shows it as CREATING; the next call finds it
// AVAILABLE. With EngineOptions::realistic_timing it becomes AVAILABLE only after some seconds.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/backup.h"

namespace holdfast {
struct DatabaseState;

struct CreateBackupRequest {
  std::optional<std::string> table_name;
  // Several backups may have one name.
  std::optional<std::string> backup_name;
};

struct CreateBackupResponse {
  Backup backup_details;
};

// Errors: ValidationException, also if EngineOptions::max_memory_bytes is exceeded; TableNotFoundException;
// TableInUseException while the table is CREATING or DELETING; BackupInUseException while another backup of the table
// is being created (realistic timing only).
Result<CreateBackupResponse> CreateBackup(DatabaseState& database, const CreateBackupRequest& request);

}  // namespace holdfast
