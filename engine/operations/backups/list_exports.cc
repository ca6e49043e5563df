#include "engine/operations/backups/list_exports.h"

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

}  // namespace holdfast
