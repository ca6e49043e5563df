#include "engine/operations/backups/describe_continuous_backups.h"

#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(DatabaseState& database,
                                                                    const DescribeContinuousBackupsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableToBackUp(database, name));
  return DescribeContinuousBackupsResponse{DescribeRecovery(*table, database.clock->Now())};
}

}  // namespace holdfast
