#include "engine/operations/tables/describe_table.h"

#include <memory>

#include "engine/database/database_state.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

Result<DescribeTableResponse> DescribeTable(DatabaseState& database, const DescribeTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  RunDueTransitions(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
  return DescribeTableResponse{MakeTableDescription(*table, database.clock->Now())};
}

}  // namespace holdfast
