#include "engine/operations/settings/list_contributor_insights.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/tables/table_name.h"

namespace holdfast {
namespace {

// The sort key of a summary, which is also the token of a page that ends with it. It is unique because names contain no
// slash. `-` and `.` are less than a slash, so table `a-b` precedes table `a`.
std::string PageTokenFor(const ContributorInsightsSummary& summary) {
  return summary.table_name + "/" + summary.index_name.value_or("");
}

void AddSummaries(const Table& table, std::vector<ContributorInsightsSummary>* summaries) {
  table.ReadSettings([&](const TableSettings& settings) {
    for (const auto& [index, insights] : settings.contributor_insights) {
      // Skips an index that is being deleted: its insights are removed only when the deletion ends.
      if (!index.empty() && table.FindGlobalIndex(index) == nullptr) continue;
      summaries->push_back({table.name(), index.empty() ? std::nullopt : std::optional<std::string>(index), insights});
    }
  });
}

Result<std::vector<ContributorInsightsSummary>> AllSummaries(const DatabaseState& database,
                                                             const std::optional<std::string>& table_name) {
  std::vector<ContributorInsightsSummary> summaries;
  if (table_name) {
    HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                              ResolveControlPlaneTableName(table_name, database.region, database.account));
    HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
    AddSummaries(*table, &summaries);
  } else {
    for (const std::shared_ptr<Table>& table : database.tables.Tables()) AddSummaries(*table, &summaries);
  }
  std::sort(summaries.begin(), summaries.end(),
            [](const auto& left, const auto& right) { return PageTokenFor(left) < PageTokenFor(right); });
  return summaries;
}

}  // namespace

Result<ListContributorInsightsResponse> ListContributorInsights(DatabaseState& database,
                                                                const ListContributorInsightsRequest& request) {
  errors::Constraints constraints;
  if (request.max_results) {
    constraints.AtMost(*request.max_results, limits::kContributorInsightsPageMax, "maxResults");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<ContributorInsightsSummary> summaries,
                            AllSummaries(database, request.table_name));
  if (request.next_token) {
    std::erase_if(summaries, [&](const auto& summary) { return PageTokenFor(summary) <= *request.next_token; });
  }
  // [open] The service's model has no minimum of MaxResults. Here a value less than 1 counts as absent.
  int32_t limit = request.max_results.value_or(0);
  if (limit < 1) limit = static_cast<int32_t>(limits::kContributorInsightsPageMax);
  ListContributorInsightsResponse response;
  if (summaries.size() > static_cast<size_t>(limit)) {
    summaries.resize(static_cast<size_t>(limit));
    response.next_token = PageTokenFor(summaries.back());
  }
  response.contributor_insights_summaries = std::move(summaries);
  return response;
}

}  // namespace holdfast
