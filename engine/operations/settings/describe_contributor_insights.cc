#include "engine/operations/settings/describe_contributor_insights.h"

#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/settings/contributor_insights.h"

namespace holdfast {

Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
    DatabaseState& database, const DescribeContributorInsightsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(CheckInsightsIndexName(request.index_name));
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table,
                            FindTableForInsights(database, name, request.index_name));
  DescribeContributorInsightsResponse response{table->name(), request.index_name, std::nullopt};
  table->ReadSettings([&](const TableSettings& settings) {
    const auto found = settings.contributor_insights.find(request.index_name.value_or(""));
    if (found != settings.contributor_insights.end()) response.contributor_insights = found->second;
  });
  return response;
}

}  // namespace holdfast
