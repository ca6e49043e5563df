#include "engine/operations/backups/list_imports.h"

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/tables/table_name.h"

namespace holdfast {

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request) {
  errors::Constraints constraints;
  if (request.page_size) {
    constraints.AtLeast(*request.page_size, 1, "pageSize");
    constraints.AtMost(*request.page_size, limits::kListImportsPageMax, "pageSize");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (request.table_arn) {
    HOLDFAST_RETURN_IF_ERROR(ResolveTableName(*request.table_arn, database.region, database.account));
  }
  return ListImportsResponse();
}

}  // namespace holdfast
