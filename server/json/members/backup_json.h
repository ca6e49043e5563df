// Backups as JSON, for the operations that return them.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BackupDescription.html
#pragma once

#include <string>

#include "engine/tables/backup.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

void WriteBackupDetails(const Backup& backup, JsonWriter* writer);
void WriteBackupSummary(const Backup& backup, JsonWriter* writer);
// Appends an object with the member BackupDescription: the details, and the table as it was when the backup was made.
void AppendBackupDescription(const Backup& backup, std::string* json);

}  // namespace holdfast::server
