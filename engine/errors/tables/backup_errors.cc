#include "engine/errors/tables/backup_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error NoTableToBackUp(std::string_view table) {
  return {ErrorKind::kTableNotFound, Concat({"Table not found: ", table})};
}
Error RecoveryPeriodWhileDisabling() {
  return Validation("Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
}
Error BackupsAreBeingEnabled(std::string_view table) {
  return {ErrorKind::kContinuousBackupsUnavailable,
          Concat({"Backups are being enabled for the table: ", table, ". Please retry later"})};
}
Error InvalidBackupArn() { return Validation("Invalid Backup ARN"); }
Error NoSuchBackup(std::string_view arn) { return {ErrorKind::kBackupNotFound, Concat({"Backup not found: ", arn})}; }
Error NoSuchExport(std::string_view arn) { return {ErrorKind::kExportNotFound, Concat({"Export not found: ", arn})}; }
Error NoSuchImport(std::string_view arn) { return {ErrorKind::kImportNotFound, Concat({"Import not found: ", arn})}; }
Error BackupIsInUse() {
  return {
      ErrorKind::kBackupInUse,
      "There is another ongoing conflicting backup control plane operation on the table. The backup is either being "
      "created, deleted or restored to a table."};
}
Error TableInUse(std::string_view table) {
  return {ErrorKind::kTableInUse, Concat({"Table is either being created or deleted: ", table})};
}
Error RestoredTableAlreadyExists(std::string_view table) {
  return {ErrorKind::kTableAlreadyExists, Concat({"Table already exists: ", table})};
}
Error TooManyRestores(size_t restores_max) {
  return LimitExceeded({"Subscriber limit exceeded: There is a limit of ", std::to_string(restores_max),
                        " concurrent restores per subscriber"});
}
Error RecoveryNotEnabled(std::string_view table) {
  return {ErrorKind::kPointInTimeRecoveryUnavailable,
          Concat({"Point in time recovery is not enabled for table '", table, "'"})};
}
Error InvalidRestoreTime() {
  return {ErrorKind::kInvalidRestoreTime,
          "An invalid restore time was specified. RestoreDateTime must be between EarliestRestorableDateTime and "
          "LatestRestorableDateTime."};
}
Error RestoreSourceMissing() {
  return Validation("One of SourceTableName and SourceTableArn is required but neither was present in the request");
}
Error RestoreTimeMissing() {
  return Validation(
      "One of RestoreDateTime and UseLatestRestorableTime is required but neither was present in the request");
}
Error RestoreTimeAmbiguous() {
  return Validation("RestoreDateTime cannot be specified when UseLatestRestorableTime is true");
}
Error RestoredIndexDiffers(std::string_view index) {
  return InvalidParameters({"The indexes provided should match existing secondary indexes. Index: ", index});
}
Error NoSuchIndexOfTable(std::string_view index, std::string_view table) {
  return {ErrorKind::kResourceNotFound,
          Concat({"Requested resource not found: Index: ", index, " not found for table: ", table})};
}
Error IndexNameLengthInvalid() {
  return Validation("IndexName must be at least 3 characters long and at most 255 characters long");
}
Error TableNameLengthInvalid() {
  return Validation("TableName must be at least 3 characters long and at most 255 characters long");
}

}  // namespace holdfast::errors
