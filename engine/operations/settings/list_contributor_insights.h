// ListContributorInsights: the tables and global indexes whose contributor insights were ever switched on or off.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListContributorInsights.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/tables/table_settings.h"

namespace holdfast {
struct DatabaseState;

struct ListContributorInsightsRequest {
  // Selects one table and its indexes.
  std::optional<std::string> table_name;
  std::optional<std::string> next_token;
  std::optional<int32_t> max_results;
};

struct ContributorInsightsSummary {
  std::string table_name;
  std::optional<std::string> index_name;
  ContributorInsights contributor_insights;
};

struct ListContributorInsightsResponse {
  // Ascending by `<table>/<index>`, in which the index is empty for the table itself.
  std::vector<ContributorInsightsSummary> contributor_insights_summaries;
  // Present if more remain.
  std::optional<std::string> next_token;
};

Result<ListContributorInsightsResponse> ListContributorInsights(DatabaseState& database,
                                                                const ListContributorInsightsRequest& request);

}  // namespace holdfast
