// DescribeContributorInsights, UpdateContributorInsights and ListContributorInsights.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/settings/describe_contributor_insights.h"
#include "engine/operations/settings/list_contributor_insights.h"
#include "engine/operations/settings/update_contributor_insights.h"
#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/tables/table_updates.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

constexpr auto kEnable = ContributorInsightsAction::kEnable;
constexpr auto kDisable = ContributorInsightsAction::kDisable;
using Index = std::optional<std::string>;

struct InsightsDatabase : TestDatabase {
  InsightsDatabase() {
    EXPECT_EQ(Outcome(CreateTable(state, IndexedTable("Alpha"))), "ok");
    EXPECT_EQ(Outcome(CreateTable(state, IndexedTable("Beta"))), "ok");
  }

  std::string Update(std::string table, Index index, EnumField<ContributorInsightsAction> action,
                     EnumField<ContributorInsightsMode> mode = {}) {
    return Outcome(UpdateContributorInsights(state, {std::move(table), std::move(index), action, mode}));
  }
  // `DISABLED (never changed)`, `ENABLED <mode>` or `DISABLED <mode>`.
  std::string Described(std::string table, Index index) {
    const auto response = DescribeContributorInsights(state, {std::move(table), std::move(index)});
    if (!response.ok()) return Outcome(response);
    const std::optional<ContributorInsights>& insights = response->contributor_insights;
    if (!insights) return "DISABLED (never changed)";
    return (insights->enabled ? "ENABLED " : "DISABLED ") +
           std::string(EnumField<ContributorInsightsMode>::TextOf(insights->mode));
  }
  // For example `Alpha(off) Alpha/global >`: disabled for table Alpha, enabled for its index, and more entries remain.
  std::string Listed(ListContributorInsightsRequest request = {}) {
    const auto response = ListContributorInsights(state, request);
    if (!response.ok()) return Outcome(response);
    std::string text;
    for (const ContributorInsightsSummary& summary : response->contributor_insights_summaries) {
      text += (text.empty() ? "" : " ") + summary.table_name;
      if (summary.index_name) text += "/" + *summary.index_name;
      if (!summary.contributor_insights.enabled) text += "(off)";
    }
    token = response->next_token;
    return token ? text + " >" : text;
  }

  // The NextToken of the last response that Listed got.
  std::optional<std::string> token;
};

TEST(ContributorInsights, AreStoredForATableAndForEachGlobalIndex) {
  InsightsDatabase database;
  EXPECT_EQ(database.Described("Alpha", {}), "DISABLED (never changed)");
  EXPECT_EQ(database.Update("Alpha", "global", kEnable, ContributorInsightsMode::kThrottledKeys), "ok");
  EXPECT_EQ(database.Described("Alpha", "global"), "ENABLED THROTTLED_KEYS");
  EXPECT_EQ(database.Described("Alpha", {}), "DISABLED (never changed)");
  EXPECT_EQ(database.Described("Beta", "global"), "DISABLED (never changed)");
  EXPECT_EQ(database.Update("Alpha", {}, kEnable), "ok");
  EXPECT_EQ(database.Described("Alpha", {}), "ENABLED ACCESSED_AND_THROTTLED_KEYS");
  EXPECT_EQ(database.Update("Alpha", "global", kDisable), "ok");
  EXPECT_EQ(database.Described("Alpha", "global"), "DISABLED THROTTLED_KEYS");
}

TEST(ContributorInsights, OfADeletedIndexAreNotInheritedByALaterIndexOfThatName) {
  InsightsDatabase database;
  TableUpdate update;
  update.table_name = "Alpha";
  ASSERT_EQ(database.Update("Alpha", "global", kEnable), "ok");
  ASSERT_EQ(Outcome(UpdateTable(database.state, DeleteIndex("global", update))), "ok");
  EXPECT_EQ(database.Listed(), "");
  ASSERT_EQ(Outcome(UpdateTable(database.state, CreateIndexOver("global", "colour", update))), "ok");
  EXPECT_EQ(database.Described("Alpha", "global"), "DISABLED (never changed)");
}

TEST(ContributorInsights, AreListedAfterTheirFirstChange) {
  InsightsDatabase database;
  EXPECT_EQ(database.Listed(), "");
  for (const char* table : {"Beta", "Alpha"}) {
    ASSERT_EQ(database.Update(table, "global", kEnable), "ok");
    ASSERT_EQ(database.Update(table, {}, kDisable), "ok");
  }
  EXPECT_EQ(database.Listed(), "Alpha(off) Alpha/global Beta(off) Beta/global");
  EXPECT_EQ(database.Listed({"Beta", {}, {}}), "Beta(off) Beta/global");
  EXPECT_EQ(database.Listed({{}, {}, 3}), "Alpha(off) Alpha/global Beta(off) >");
  EXPECT_EQ(database.Listed({{}, database.token, 3}), "Beta/global");
  EXPECT_EQ(database.Listed({{}, {}, 4}), "Alpha(off) Alpha/global Beta(off) Beta/global");
  // A MaxResults below 1 counts as absent.
  EXPECT_EQ(database.Listed({{}, {}, 0}), "Alpha(off) Alpha/global Beta(off) Beta/global");
}

TEST(ContributorInsights, PagesOfOneSummaryListEachOnceInTheOrderOfTheirPositions) {
  InsightsDatabase database;
  // `-` and `.` are less than the slash that follows a table's name in the positions, and digits are greater.
  for (const char* table : {"Alpha-2", "Alpha.3", "Alpha4"}) {
    ASSERT_EQ(Outcome(CreateTable(database.state, IndexedTable(table))), "ok");
  }
  for (const char* table : {"Alpha4", "Alpha", "Beta", "Alpha.3", "Alpha-2"}) {
    ASSERT_EQ(database.Update(table, "global", kEnable), "ok");
    if (table != std::string("Alpha.3")) {
      ASSERT_EQ(database.Update(table, {}, kDisable), "ok");
    }
  }
  const std::string all =
      "Alpha-2(off) Alpha-2/global Alpha.3/global Alpha(off) Alpha/global Alpha4(off) Alpha4/global Beta(off) "
      "Beta/global";
  EXPECT_EQ(database.Listed(), all);
  std::string pages = database.Listed({{}, {}, 1});
  while (database.token) {
    pages.resize(pages.size() - 1);
    pages += database.Listed({{}, database.token, 1});
  }
  EXPECT_EQ(pages, all);
  // Tokens that are the position of no summary.
  EXPECT_EQ(database.Listed({{}, "Alpha", 1}), "Alpha-2(off) >");
  EXPECT_EQ(database.Listed({{}, "Alpha/h", 1}), "Alpha4(off) >");
  EXPECT_EQ(database.Listed({{}, "Alpha.3/", 1}), "Alpha.3/global >");
  EXPECT_EQ(database.Listed({{}, "A", 1}), "Alpha-2(off) >");
  EXPECT_EQ(database.Listed({{}, "Gamma/", 1}), "");
  // A token and a table name together.
  EXPECT_EQ(database.Listed({"Alpha", "Alpha/", 1}), "Alpha/global");
}

TEST(ContributorInsights, FindsOrRefusesTablesAndIndexes) {
  InsightsDatabase database;
  const std::string no_table = "ResourceNotFound: Requested resource not found: Table: Ghost not found";
  const std::string no_index =
      "ResourceNotFound: Requested resource not found: Index: by_day not found for table: Alpha";
  const std::string length = "IndexName must be at least 3 characters long and at most 255 characters long";
  struct Case {
    std::string table;
    Index index;
    std::string outcome;
  };
  const std::vector<Case> cases = {
      {"Ghost", {}, no_table},
      {"Alpha", "by_day", no_index},
      {"Alpha", "local", "ResourceNotFound: Requested resource not found: Index: local not found for table: Alpha"},
      {"Ghost", "ab", length},
      {"Ghost", std::string(256, 'i'), length},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/Alpha", {}, "ok"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(database.Update(c.table, c.index, kEnable), c.outcome);
    EXPECT_EQ(Outcome(DescribeContributorInsights(database.state, {c.table, c.index})), c.outcome);
  }
  EXPECT_EQ(database.Update("Ghost", {}, {}),
            "1 validation error detected: Value null at 'contributorInsightsAction' failed to satisfy constraint: "
            "Member must not be null");
  EXPECT_EQ(database.Update("Ghost", {}, EnumField<ContributorInsightsAction>::FromText("ON")),
            "1 validation error detected: Value 'ON' at 'contributorInsightsAction' failed to satisfy constraint: "
            "Member must satisfy enum value set: [ENABLE, DISABLE]");
  EXPECT_EQ(database.Listed({"Ghost", {}, {}}), no_table);
  EXPECT_EQ(database.Listed({{}, {}, 101}),
            "1 validation error detected: Value '101' at 'maxResults' failed to satisfy constraint: "
            "Member must have value less than or equal to 100");
}

}  // namespace
}  // namespace holdfast::testing
