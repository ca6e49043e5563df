#include "engine/operations/backups/backup_request.h"

#include <utility>

#include "engine/errors/constraints.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/tables/arn.h"

namespace holdfast {

// [open] Only the error for a malformed ARN was captured. Here the same error also reports another partition or region
// and an ARN of a wrong length, and another account is AccessDenied, as for tables. The service checks the form of a
// stream ARN before its length; backup ARNs are assumed to be checked in the same order.
Status CheckBackupArn(const std::optional<std::string>& backup_arn, const DatabaseState& database) {
  errors::Constraints constraints;
  constraints.NotNull(backup_arn.has_value(), "backupArn");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (!IsBackupArn(*backup_arn)) return errors::InvalidBackupArn();
  const ArnParts arn = *SplitArn(*backup_arn);
  if (arn.partition != "aws" || arn.region != database.region) return errors::InvalidBackupArn();
  if (arn.account != database.account) return errors::AccessDenied();
  return {};
}

Result<Backup> FindBackup(DatabaseState& database, const std::string& backup_arn) {
  std::optional<Backup> backup = database.backups.Find(backup_arn, database.clock->Now());
  if (!backup.has_value()) return errors::NoSuchBackup(backup_arn);
  return *std::move(backup);
}

}  // namespace holdfast
