#include "engine/operations/tables/list_tables.h"

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/schema/definition_constraints.h"

namespace holdfast {
namespace {

Status Validate(const ListTablesRequest& request) {
  errors::Constraints constraints;
  if (request.exclusive_start_table_name) {
    CheckResourceName(*request.exclusive_start_table_name, "exclusiveStartTableName", &constraints);
  }
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, static_cast<int64_t>(limits::kListTablesPageMax), "limit");
  }
  return constraints.Report();
}

}  // namespace

Result<ListTablesResponse> ListTables(DatabaseState& database, const ListTablesRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  RunDueTransitions(database);
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : limits::kListTablesPageMax;
  ListTablesResponse response;
  // One more than the page, to see whether tables remain.
  response.table_names = database.tables.NamesAfter(request.exclusive_start_table_name.value_or(""), limit + 1);
  if (response.table_names.size() > limit) {
    response.table_names.pop_back();
    response.last_evaluated_table_name = response.table_names.back();
  }
  return response;
}

}  // namespace holdfast
