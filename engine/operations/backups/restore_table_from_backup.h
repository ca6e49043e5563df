// RestoreTableFromBackup: makes a table from a backup. The response shows the table as CREATING, and the next call
// finds it ACTIVE. It stays CREATING for longer with EngineOptions::realistic_timing, and while a background worker
// builds what a large table lacks (engine/database/table_restore.h).
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableFromBackup.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/schema/table_overrides.h"
#include "engine/tables/table_description.h"

namespace holdfast {
struct DatabaseState;

struct RestoreTableFromBackupRequest {
  std::optional<std::string> target_table_name;
  std::optional<std::string> backup_arn;
  TableOverrides overrides;
};

struct RestoreTableFromBackupResponse {
  TableDescription table_description;
};

// Errors: those of restored_table.h, and of CheckBackupArn; BackupNotFoundException; BackupInUseException while the
// backup is being created.
Result<RestoreTableFromBackupResponse> RestoreTableFromBackup(DatabaseState& database,
                                                              const RestoreTableFromBackupRequest& request);

}  // namespace holdfast
