#include "engine/operations/tables/list_global_tables.h"

#include "engine/errors/constraints.h"
#include "engine/schema/definition_constraints.h"

namespace holdfast {

Result<ListGlobalTablesResponse> ListGlobalTables(DatabaseState&, const ListGlobalTablesRequest& request) {
  errors::Constraints constraints;
  if (request.exclusive_start_global_table_name) {
    CheckResourceName(*request.exclusive_start_global_table_name, "exclusiveStartGlobalTableName", &constraints);
  }
  if (request.limit) constraints.AtLeast(*request.limit, 1, "limit");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return ListGlobalTablesResponse();
}

}  // namespace holdfast
