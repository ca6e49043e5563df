// The error catalogue: backups and restores, exports and imports, continuous backups, contributor insights.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
//
// The texts for a missing table, for a table that is being created and for an invalid ARN were captured. [open] The
// other texts are from the documentation, or were written for Holdfast from what is known about the errors.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// Operations on backups have their own exception for a table that does not exist.
Error NoTableToBackUp(std::string_view table);
Error RecoveryPeriodWhileDisabling();
// Continuous backups of a table begin only once it has been created.
Error BackupsAreBeingEnabled(std::string_view table);
Error InvalidBackupArn();
Error NoSuchBackup(std::string_view arn);
Error NoSuchExport(std::string_view arn);
Error NoSuchImport(std::string_view arn);
// The backup, or another backup of the same table, is being created, or a table is being restored from the backup.
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
// GlobalSecondaryIndexOverride or LocalSecondaryIndexOverride describes an index that differs in its name, key or
// projection from every index of the source table.
Error RestoredIndexDiffers(std::string_view index);
Error NoSuchIndexOfTable(std::string_view index, std::string_view table);
Error IndexNameLengthInvalid();
// `TableName must be at least 3 characters long …`: for the names of global tables and of the target tables of
// restores, whose length is not a member constraint (constraints.h).
Error TableNameLengthInvalid();

}  // namespace holdfast::errors
