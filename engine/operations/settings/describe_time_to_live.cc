#include "engine/operations/settings/describe_time_to_live.h"

#include <memory>

#include "engine/database/scheduled_transitions.h"
#include "engine/errors/tables/time_to_live_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

Result<DescribeTimeToLiveResponse> DescribeTimeToLive(DatabaseState& database,
                                                      const DescribeTimeToLiveRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(CheckCallRate(database, database.describe_time_to_live_rate));
  RunDueTransitions(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
  const TableStatus status = table->status();
  if (status == TableStatus::kCreating || status == TableStatus::kDeleting) {
    return errors::TimeToLiveNotDescribable(EnumField<TableStatus>::TextOf(status));
  }
  DescribeTimeToLiveResponse response;
  response.attribute_name =
      table->ReadSettings([](const TableSettings& settings) { return settings.time_to_live.attribute_name; });
  if (response.attribute_name) response.time_to_live_status = TimeToLiveStatus::kEnabled;
  return response;
}

}  // namespace holdfast
