// The error catalogue: backups and restores, continuous backups, contributor insights and the first version of global
// tables.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
//
// Captured are the texts of a missing table and of an invalid ARN. [open] The others are those of the documentation, or
// say what is known.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// Operations on backups have their own exception for a table that does not exist.
Error NoTableToBackUp(std::string_view table);
Error RecoveryPeriodWhileDisabling();
Error InvalidBackupArn();
Error NoSuchBackup(std::string_view arn);
// A backup of the table is being created, or the table is being restored from the backup.
Error BackupIsInUse();
// `table` is being created or deleted.
Error TableInUse(std::string_view table);
Error RestoredTableAlreadyExists(std::string_view table);
Error TooManyRestores(size_t restores_max);
Error RecoveryNotEnabled(std::string_view table);
Error InvalidRestoreTime();
// RestoreTableToPointInTime needs exactly one of two members.
Error RestoreSourceMissing();
Error RestoreTimeMissing();
Error RestoreTimeAmbiguous();
// GlobalSecondaryIndexOverride or LocalSecondaryIndexOverride has an index that the restored table did not have.
Error RestoredIndexDiffers(std::string_view index);
Error NoSuchIndexOfTable(std::string_view index, std::string_view table);
Error IndexNameLength();
Error NoSuchGlobalTable(std::string_view table);
Error GlobalTableVersionNotSupported();
// The same text, with the exception that the operations on the scaling of replicas have.
Error NoReplicasOf(std::string_view table);
// The older text about a table's name, of global tables and restored tables.
Error TableNameLength();

}  // namespace holdfast::errors
