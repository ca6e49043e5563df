#include "engine/operations/tables/describe_global_table.h"

#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/tables/global_table_name.h"

namespace holdfast {

Result<DescribeGlobalTableResponse> DescribeGlobalTable(DatabaseState&, const DescribeGlobalTableRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name));
  return errors::NoSuchGlobalTable(*request.global_table_name);
}

}  // namespace holdfast
