#include "engine/operations/backups/empty_lists.h"

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/tables/table_name.h"

namespace holdfast {

Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request) {
  errors::Constraints constraints;
  if (request.max_results) {
    constraints.AtLeast(*request.max_results, 1, "maxResults");
    constraints.AtMost(*request.max_results, limits::kListExportsPageMax, "maxResults");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (request.table_arn) {
    HOLDFAST_RETURN_IF_ERROR(ResolveTableName(*request.table_arn, database.region, database.account));
  }
  return ListExportsResponse();
}

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
