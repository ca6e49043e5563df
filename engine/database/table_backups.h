// Makes backups of tables, for CreateBackup and DeleteTable.
#pragma once

#include <string>
#include <vector>

#include "engine/database/database_state.h"
#include "engine/tables/backup.h"
#include "engine/tables/table.h"

namespace holdfast {

// Adds a backup of the table at this moment to the database, and returns it. It is CREATING until the transition
// kBackupCreated, which is scheduled. Takes microseconds, whatever the size of the table; writers of the table wait for
// the instant in which its latches are held. The control-plane latch is held.
Backup AddBackup(DatabaseState& database, const Table& table, std::string name, BackupType type);

// Adds the backup that the service makes when a table with point-in-time recovery is deleted, and which it keeps for 35
// days. Here such backups together keep at most EngineOptions::recovery_bytes_max. Returns the older ones that were
// removed for that; the caller destroys them when it holds no latch. The control-plane latch is held.
[[nodiscard]] std::vector<Backup> AddSystemBackup(DatabaseState& database, const Table& table);

}  // namespace holdfast
