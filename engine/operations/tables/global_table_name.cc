#include "engine/operations/tables/global_table_name.h"

#include "engine/base/limits.h"
#include "engine/errors/tables/backup_errors.h"

namespace holdfast {

Status CheckGlobalTableName(const std::optional<std::string>& name, errors::Constraints constraints) {
  constraints.NotNull(name.has_value(), "globalTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  // The service model states no length here, so the error for a wrong length has the older text.
  if (name->size() < limits::kTableNameLengthMin || name->size() > limits::kTableNameLengthMax) {
    return errors::TableNameLength();
  }
  constraints.NamePattern(*name, "globalTableName");
  return constraints.Report();
}

}  // namespace holdfast
