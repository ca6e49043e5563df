#include "engine/operations/settings/list_contributor_insights.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

// The position of a summary in the list is this prefix and the name of the index, which is empty for the table itself.
// Positions are unique because names contain no slash. `-` and `.` are less than a slash, so table `a-b` precedes `a`.
std::string PositionPrefixFor(std::string_view table_name) { return std::string(table_name).append("/"); }

// The token of a page is the position of its last summary.
std::string PageTokenFor(const ContributorInsightsSummary& summary) {
  return PositionPrefixFor(summary.table_name).append(summary.index_name.value_or(""));
}

// Appends the table's summaries whose position is greater than `start`, ascending, until there are `count_max`.
void AddSummaries(const Table& table, std::string_view position_prefix, std::string_view start, size_t count_max,
                  std::vector<ContributorInsightsSummary>* summaries) {
  table.ReadSettings([&](const TableSettings& settings) {
    const auto& all = settings.contributor_insights;
    auto next = start.starts_with(position_prefix) ? all.upper_bound(std::string(start.substr(position_prefix.size())))
                                                   : all.begin();
    for (; next != all.end() && summaries->size() < count_max; ++next) {
      const auto& [index, insights] = *next;
      // Skips an index that is being deleted: its insights are removed only when the deletion ends.
      if (!index.empty() && table.FindGlobalIndex(index) == nullptr) continue;
      summaries->push_back({table.name(), index.empty() ? std::nullopt : std::optional<std::string>(index), insights});
    }
  });
}

Result<std::vector<std::shared_ptr<Table>>> SelectTables(const DatabaseState& database,
                                                         const std::optional<std::string>& table_name) {
  if (!table_name) return database.tables.Tables();
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, table_name));
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTableByName(database, name));
  return std::vector<std::shared_ptr<Table>>{std::move(table)};
}

// The first `count_max` summaries of these tables after `start`, ascending by their positions. Sorts the tables, not
// their summaries: a table may have 1 + kGlobalIndexesMax of them, and its settings have them in order.
std::vector<ContributorInsightsSummary> SummariesAfter(const std::vector<std::shared_ptr<Table>>& tables,
                                                       std::string_view start, size_t count_max) {
  std::vector<std::pair<std::string, const Table*>> ordered;
  for (const std::shared_ptr<Table>& table : tables) {
    std::string position_prefix = PositionPrefixFor(table->name());
    if (position_prefix < start && !start.starts_with(position_prefix)) continue;
    ordered.emplace_back(std::move(position_prefix), table.get());
  }
  std::sort(ordered.begin(), ordered.end());
  std::vector<ContributorInsightsSummary> summaries;
  for (const auto& [position_prefix, table] : ordered) {
    if (summaries.size() == count_max) break;
    AddSummaries(*table, position_prefix, start, count_max, &summaries);
  }
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
  HOLDFAST_ASSIGN_OR_RETURN(const std::vector<std::shared_ptr<Table>> tables,
                            SelectTables(database, request.table_name));
  // [open] The service's model has no minimum of MaxResults. Here a value less than 1 counts as absent.
  int32_t limit = request.max_results.value_or(0);
  if (limit < 1) limit = static_cast<int32_t>(limits::kContributorInsightsPageMax);
  const size_t count_max = static_cast<size_t>(limit);
  // One more than the page, to see whether summaries remain.
  std::vector<ContributorInsightsSummary> summaries =
      SummariesAfter(tables, request.next_token.value_or(""), count_max + 1);
  ListContributorInsightsResponse response;
  if (summaries.size() > count_max) {
    summaries.pop_back();
    response.next_token = PageTokenFor(summaries.back());
  }
  response.contributor_insights_summaries = std::move(summaries);
  return response;
}

}  // namespace holdfast
