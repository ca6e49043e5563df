#include "engine/operations/tables/replica_updates.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/database/control_plane_lock.h"
#include "engine/database/memory_limit.h"
#include "engine/database/table_transitions.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/errors/tables/table_conflict_errors.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/operations/tables/table_conflicts.h"
#include "engine/schema/region_names.h"

namespace holdfast {
namespace {

// Whether the table, an index or a setting is changing: replicas are neither created nor deleted then.
bool IsChanging(const Table& table, const TableSettings& settings) {
  const GlobalIndexes& indexes = table.global_indexes();
  return table.status() != TableStatus::kActive || settings.changes.warm || settings.changes.encryption ||
         std::any_of(indexes.begin(), indexes.end(),
                     [](const auto& index) { return index->status() != TableStatus::kActive; });
}

Status CheckRegion(const DatabaseState& database, const ReplicaUpdate& update) {
  if (update.region == database.region) return errors::ReplicaInLocalRegion();
  if (!IsReplicaRegion(update.region)) return errors::RegionNotSupported(update.region, ListOfReplicaRegions());
  return {};
}

// [open] The order of these checks was captured only in part: a replica that does not exist is reported even while
// another one is being created, and the other checks of the table come after those of the request as a whole.
Status CheckTable(const Table& table, const ReplicaUpdate& update) {
  const Replica* const replica = table.replica();
  const std::vector<ReplicaDescription> others =
      replica == nullptr ? std::vector<ReplicaDescription>() : replica->OtherReplicas();
  const bool exists = std::any_of(others.begin(), others.end(),
                                  [&update](const ReplicaDescription& other) { return other.region == update.region; });
  if (update.deletes && !exists) return errors::NotAReplica(update.region);
  if (!update.deletes && exists) return errors::ReplicaAlreadyExists(table.name());
  const TableSettings settings = table.settings();
  if (!update.deletes) {
    if (settings.billing_mode != BillingMode::kPayPerRequest) return errors::ReplicaNeedsOnDemand();
    if (settings.kms_master_key_arn) return errors::ReplicaKmsKeyMissing();
  }
  if (IsChanging(table, settings)) return errors::GlobalTableIsChanging();
  return {};
}

Result<std::shared_ptr<Table>> RunTransitionsAndFindTable(DatabaseState& database, const ReplicaUpdate& update) {
  RunDueTransitionsLatched(database);
  return FindTableByName(database, update.table_name);
}

// The description while the replica is being created or deleted. [open] In the service's response a new replica was
// missing and a deleted one ACTIVE; a few seconds later they were described like this.
UpdateTableResponse Describe(const DatabaseState& database, const Table& table, const std::string& region,
                             ReplicaStatus status) {
  TableDescription description = MakeTableDescription(table, database.clock->Now());
  std::erase_if(description.replicas, [&](const ReplicaDescription& other) { return other.region == region; });
  description.replicas.push_back({region, status});
  return {std::move(description)};
}

ReplicaUpdate UpdateOf(std::string_view table_name, const UpdateTableRequest& request) {
  const ReplicationGroupUpdate& entry = request.other_regions.replica_updates->front();
  ReplicaUpdate update;
  update.table_name = std::string(table_name);
  update.region = entry.create ? *entry.create->region_name : *entry.remove->region_name;
  update.deletes = entry.remove.has_value();
  return update;
}

}  // namespace

Result<ReplicaUpdate> PlanReplicaUpdate(DatabaseState& database, const UpdateTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ValidateTableUpdate(database, request));
  ReplicaUpdate update = UpdateOf(name, request);
  HOLDFAST_RETURN_IF_ERROR(CheckRegion(database, update));
  ControlPlaneLock lock(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, RunTransitionsAndFindTable(database, update));
  HOLDFAST_RETURN_IF_ERROR(CheckTable(*table, update));
  update.group = table->structure().replica;
  return update;
}

Status CheckNameIsFree(DatabaseState& database, const ReplicaUpdate& update) {
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  if (database.tables.Find(update.table_name) != nullptr) return errors::ReplicaAlreadyExists(update.table_name);
  return {};
}

Result<ReplicaCreation> BeginReplica(DatabaseState& database, const UpdateTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ValidateTableUpdate(database, request));
  const ReplicaUpdate update = UpdateOf(name, request);
  ControlPlaneLock lock(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, RunTransitionsAndFindTable(database, update));
  HOLDFAST_RETURN_IF_ERROR(CheckTable(*table, update));
  // Excludes other changes of the group's settings until the replica has been added.
  std::optional<GroupRequest> exclusive;
  if (IsGlobal(*table) && !exclusive.emplace(*table->replica()).Begin(/*all_active=*/true)) {
    return errors::GlobalTableIsChanging();
  }
  // Bounds the time under the group's latch: with that latch held, AddReplica copies this replica's inbox, the changes
  // that it has received and not applied yet.
  constexpr size_t kInboxChangesMax = 10'000;
  if (table->replica() != nullptr && table->replica()->pending_count() > kInboxChangesMax) {
    return errors::GlobalTableIsChanging();
  }
  // The stream of the new replica outlives its table.
  HOLDFAST_RETURN_IF_ERROR(CheckMemoryLimit(database));
  NewReplica replica = AddReplica(database, *table, update.region);
  return ReplicaCreation{std::move(replica), Describe(database, *table, update.region, ReplicaStatus::kCreating)};
}

Status MakeReplica(DatabaseState& database, NewReplica replica) {
  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  if (database.tables.Find(replica.schema.name) != nullptr) return errors::ReplicaAlreadyExists(replica.schema.name);
  CreateReplica(database, std::move(replica));
  RunDueTransitionsLatched(database);
  return {};
}

void AbandonReplica(DatabaseState& database, const ReplicaUpdate& update) {
  ControlPlaneLock lock(database);
  const std::shared_ptr<Table> table = database.tables.Find(update.table_name);
  if (table != nullptr) AbandonReplica(*table);
}

Result<UpdateTableResponse> EndReplica(DatabaseState& database, const ReplicaUpdate& update) {
  ControlPlaneLock lock(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, RunTransitionsAndFindTable(database, update));
  table->ChangeSettings([](TableSettings& settings) { settings.changes.replicas = true; });
  ScheduleTransition(database, database.clock->Now(), {TransitionKind::kReplicasChanged, table->number()});
  RefreshStatus(*table);
  UpdateTableResponse response = Describe(database, *table, update.region, ReplicaStatus::kDeleting);
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace holdfast
