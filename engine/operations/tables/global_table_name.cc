#include "engine/operations/tables/global_table_name.h"

#include "engine/base/limits.h"
#include "engine/errors/tables/backup_errors.h"

namespace holdfast {

Status CheckGlobalTableName(const std::optional<std::string>& name, errors::Constraints constraints) {
  constraints.NotNull(name.has_value(), "globalTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  // The service model has no length constraint on this member. So a wrong length is not listed with the failed
  // constraints, but reported as `TableName must be at least 3 characters long and at most 255 characters long`.
  if (name->size() < limits::kTableNameLengthMin || name->size() > limits::kTableNameLengthMax) {
    return errors::TableNameLengthInvalid();
  }
  constraints.NamePattern(*name, "globalTableName");
  return constraints.Report();
}

}  // namespace holdfast
