#include "engine/operations/settings/update_contributor_insights.h"

#include "engine/database/control_plane_lock.h"
#include "engine/errors/constraints.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/settings/contributor_insights.h"

namespace holdfast {
namespace {

Status Validate(const UpdateContributorInsightsRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.contributor_insights_action.present(), "contributorInsightsAction");
  constraints.Enum(request.contributor_insights_action, "contributorInsightsAction");
  constraints.Enum(request.contributor_insights_mode, "contributorInsightsMode");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return CheckInsightsIndexName(request.index_name);
}

}  // namespace

Result<UpdateContributorInsightsResponse> UpdateContributorInsights(DatabaseState& database,
                                                                    const UpdateContributorInsightsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  // The index must not be deleted between its lookup and the change: a later index of that name would inherit the
  // setting.
  ControlPlaneLock lock(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table,
                            FindTableForInsights(database, name, request.index_name));
  const absl::Time now = database.clock->Now();
  const ContributorInsights insights = table->ChangeSettings([&](TableSettings& settings) {
    ContributorInsights& changed = settings.contributor_insights[request.index_name.value_or("")];
    changed.enabled = request.contributor_insights_action.is(ContributorInsightsAction::kEnable);
    changed.mode = request.contributor_insights_mode.value_or(changed.mode);
    changed.last_update = now;
    return changed;
  });
  return UpdateContributorInsightsResponse{table->name(), request.index_name, insights.enabled, insights.mode};
}

}  // namespace holdfast
