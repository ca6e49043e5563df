// DescribeContributorInsights: whether contributor insights are on for a table or a global index.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContributorInsights.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/table_settings.h"

namespace holdfast {
struct DatabaseState;

struct DescribeContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
};

struct DescribeContributorInsightsResponse {
  std::string table_name;
  std::optional<std::string> index_name;
  // Absent if the setting was never changed: it is DISABLED then.
  std::optional<ContributorInsights> contributor_insights;
};

Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
    DatabaseState& database, const DescribeContributorInsightsRequest& request);

}  // namespace holdfast
