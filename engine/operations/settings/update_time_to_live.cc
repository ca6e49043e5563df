#include "engine/operations/settings/update_time_to_live.h"

#include <memory>

#include "engine/base/limits.h"
#include "engine/database/builds.h"
#include "engine/database/control_plane_lock.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/errors/constraints.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/errors/tables/time_to_live_errors.h"
#include "engine/operations/request_rules/cooldown.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"

namespace holdfast {
namespace {

// Until this long after CreateTable was called, UpdateTimeToLive reports a table that is CREATING as not found.
constexpr absl::Duration kNotFoundPeriod = absl::Milliseconds(2'600);

Status Validate(const UpdateTimeToLiveRequest& request) {
  errors::Constraints constraints;
  const std::optional<TimeToLiveSpecification>& specification = request.time_to_live_specification;
  constraints.NotNull(specification.has_value(), "timeToLiveSpecification");
  if (specification) {
    constexpr std::string_view kName = "timeToLiveSpecification.attributeName";
    const std::optional<std::string>& name = specification->attribute_name;
    constraints.NotNull(specification->enabled.has_value(), "timeToLiveSpecification.enabled");
    constraints.NotNull(name.has_value(), kName);
    if (name) {
      constraints.LengthAtLeast(name->size(), 1, *name, kName);
      constraints.LengthAtMost(name->size(), limits::kTimeToLiveAttributeNameBytesMax, *name, kName);
    }
  }
  return constraints.Report();
}

// [open] A table that is DELETING accepts the change. The service accepts it for one second, and then refuses it with a
// text that was not captured.
Status CheckStatus(const Table& table, absl::Time now) {
  if (table.status() != TableStatus::kCreating) return {};
  if (now - table.creation_time() < kNotFoundPeriod) return errors::NoSuchTable(table.name());
  return errors::TimeToLiveOfTableBeingCreated(table.name());
}

}  // namespace

Status ChangeTimeToLive(TimeToLiveSettings& settings, const TimeToLiveSpecification& requested, absl::Time now,
                        bool with_cooldown) {
  const bool enable = *requested.enabled;
  if (!settings.attribute_name) {
    if (!enable) return errors::TimeToLiveAlreadyDisabled();
  } else if (*settings.attribute_name != *requested.attribute_name) {
    return errors::TimeToLiveOnOtherAttribute(*settings.attribute_name);
  } else if (enable) {
    return errors::TimeToLiveAlreadyEnabled();
  }
  constexpr absl::Duration kCooldown = absl::Seconds(limits::kTimeToLiveCooldownSeconds);
  if (with_cooldown && settings.last_change && IsInCooldown(*settings.last_change, now, kCooldown)) {
    return errors::TimeToLiveChangedRecently();
  }
  settings.attribute_name = enable ? requested.attribute_name : std::nullopt;
  settings.last_change = now;
  return {};
}

namespace {

// `sends`: sends the request to the table's replicas, if it has any. False for a request that another Region has sent;
// such a request also has no cooldown.
Result<UpdateTimeToLiveResponse> Update(DatabaseState& database, const UpdateTimeToLiveRequest& request, bool sends) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
  const absl::Time now = database.clock->Now();
  HOLDFAST_RETURN_IF_ERROR(CheckStatus(*table, now));
  std::optional<GroupRequest> for_all_regions;
  if (sends && IsGlobal(*table)) {
    if (!for_all_regions.emplace(*table->replica()).Begin(/*all_active=*/false)) return errors::GlobalTableIsChanging();
    for_all_regions->Prepare(*request.time_to_live_specification);
  }
  HOLDFAST_RETURN_IF_ERROR(table->ChangeSettings([&](TableSettings& settings) {
    return ChangeTimeToLive(settings.time_to_live, *request.time_to_live_specification, now,
                            sends && database.options.realistic_timing);
  }));
  if (for_all_regions.has_value()) for_all_regions->Send();
  if (*request.time_to_live_specification->enabled) {
    const uint64_t serial = table->AddExpiryOrder(*request.time_to_live_specification->attribute_name);
    StartBuild(database, *table, BuildKind::kExpiryOrder, serial);
  } else {
    table->DropExpiryOrder();
  }
  return UpdateTimeToLiveResponse{*request.time_to_live_specification};
}

}  // namespace

Result<UpdateTimeToLiveResponse> UpdateTimeToLive(DatabaseState& database, const UpdateTimeToLiveRequest& request) {
  return Update(database, request, /*sends=*/true);
}

Result<UpdateTimeToLiveResponse> RepeatTimeToLiveUpdate(DatabaseState& database,
                                                        const UpdateTimeToLiveRequest& request) {
  return Update(database, request, /*sends=*/false);
}

}  // namespace holdfast
