// The error catalogue: backups and restores, continuous backups, contributor insights and the first version of global
// tables.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
//
// The texts for a missing table and for an invalid ARN were captured. [open] The other texts are from the
// documentation, or were written for Holdfast from what is known about the errors.
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
// RestoreTableToPointInTime needs one of two members that name the source, and exactly one of two that give the time.
Error RestoreSourceMissing();
Error RestoreTimeMissing();
Error RestoreTimeAmbiguous();
// GlobalSecondaryIndexOverride or LocalSecondaryIndexOverride has an index that the source table did not have.
Error RestoredIndexDiffers(std::string_view index);
Error NoSuchIndexOfTable(std::string_view index, std::string_view table);
Error IndexNameLength();
Error NoSuchGlobalTable(std::string_view table);
Error GlobalTableVersionNotSupported();
// The text of NoSuchGlobalTable, in the ResourceNotFoundException of the operations on the auto scaling of replicas.
Error NoReplicasOf(std::string_view table);
// The older text about the length of a table's name, for global tables and for the target tables of restores.
Error TableNameLength();

}  // namespace holdfast::errors
