#include "engine/errors/backup_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error NoTableToBackUp(std::string_view table) {
  return {ErrorKind::kTableNotFound, Concat({"Table not found: ", table})};
}
Error RecoveryPeriodWhileDisabling() {
  return Validation("Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
}
Error NoSuchIndexOfTable(std::string_view index, std::string_view table) {
  return {ErrorKind::kResourceNotFound,
          Concat({"Requested resource not found: Index: ", index, " not found for table: ", table})};
}
Error IndexNameLength() {
  return Validation("IndexName must be at least 3 characters long and at most 255 characters long");
}
Error NoSuchGlobalTable(std::string_view table) {
  return {ErrorKind::kGlobalTableNotFound, Concat({"Global table with name: '", table, "' does not exist."})};
}
Error GlobalTableNameLength() {
  return Validation("TableName must be at least 3 characters long and at most 255 characters long");
}

}  // namespace holdfast::errors
