// UpdateContributorInsights: switches contributor insights on or off for a table or a global index. The setting is
// stored and described; nothing is collected, because there is no CloudWatch to show it.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContributorInsights.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"
#include "engine/tables/table_settings.h"

namespace holdfast {
struct DatabaseState;

// [open] The order in which the service lists these values in errors was not captured.
enum class ContributorInsightsAction { kEnable, kDisable };
template <>
struct EnumNames<ContributorInsightsAction> {
  using E = ContributorInsightsAction;
  static constexpr EnumName<E> kNames[] = {{E::kEnable, "ENABLE"}, {E::kDisable, "DISABLE"}};
};

struct UpdateContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  EnumField<ContributorInsightsAction> contributor_insights_action;
  EnumField<ContributorInsightsMode> contributor_insights_mode;
};

struct UpdateContributorInsightsResponse {
  std::string table_name;
  std::optional<std::string> index_name;
  // The response shows ENABLING (true) or DISABLING; the setting is ENABLED or DISABLED from then on.
  bool enabling = false;
  ContributorInsightsMode contributor_insights_mode = ContributorInsightsMode::kAccessedAndThrottledKeys;
};

Result<UpdateContributorInsightsResponse> UpdateContributorInsights(DatabaseState& database,
                                                                    const UpdateContributorInsightsRequest& request);

}  // namespace holdfast
