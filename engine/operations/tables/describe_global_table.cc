#include "engine/operations/tables/describe_global_table.h"

#include "engine/base/limits.h"
#include "engine/errors/backup_errors.h"
#include "engine/errors/constraints.h"

namespace holdfast {

Result<DescribeGlobalTableResponse> DescribeGlobalTable(DatabaseState&, const DescribeGlobalTableRequest& request) {
  errors::Constraints constraints;
  const std::optional<std::string>& name = request.global_table_name;
  constraints.NotNull(name.has_value(), "globalTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (name->size() < limits::kTableNameLengthMin || name->size() > limits::kTableNameLengthMax) {
    return errors::TableNameLength();
  }
  constraints.NamePattern(*name, "globalTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return errors::NoSuchGlobalTable(*name);
}

}  // namespace holdfast
