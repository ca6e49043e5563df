// UpdateTable with ReplicaUpdates, which concerns the databases of two Regions.
#include "engine/operations/tables/replica_updates.h"

#include <memory>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/operations/tables/delete_table.h"

namespace holdfast {

template <typename Function>
auto Database::InState(Function function) {
  SharedLock lock(&state_latch_);
  return function(*state_);
}

Result<UpdateTableResponse> Database::UpdateTable(const UpdateTableRequest& request) {
  Engine* const engine = engine_ == nullptr ? nullptr : engine_->load();
  const bool has_regions =
      engine != nullptr && InState([](const DatabaseState& state) { return !state.options.one_region; });
  // holdfast::UpdateTable refuses ReplicaUpdates if there are no databases of other Regions.
  if (!request.other_regions.replica_updates || !has_regions) {
    return InState([&](DatabaseState& state) { return holdfast::UpdateTable(state, request); });
  }
  HOLDFAST_ASSIGN_OR_RETURN(const ReplicaUpdate update,
                            InState([&](DatabaseState& state) { return PlanReplicaUpdate(state, request); }));
  const std::string account = InState([](const DatabaseState& state) { return state.account; });
  std::shared_ptr<Database> other = engine->Find(account, update.region, fork_);
  if (other == nullptr) {
    if (!engine->has_room_for_database()) return errors::TooManyDatabases();
    other = engine->FindOrCreate(account, update.region, fork_);
  }
  return update.deletes ? DeleteReplica(*other, update) : CreateReplica(*other, update, request);
}

Result<UpdateTableResponse> Database::CreateReplica(Database& other, const ReplicaUpdate& update,
                                                    const UpdateTableRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(other.InState([&](DatabaseState& state) { return CheckNameIsFree(state, update); }));
  HOLDFAST_ASSIGN_OR_RETURN(ReplicaCreation creation,
                            InState([&](DatabaseState& state) { return BeginReplica(state, request); }));
  const Status status =
      other.InState([&](DatabaseState& state) { return MakeReplica(state, std::move(creation.replica)); });
  if (!status.ok()) {
    InState([&](DatabaseState& state) { AbandonReplica(state, update); });
    return status.error();
  }
  RunDueTransitions();
  return std::move(creation.response);
}

Result<UpdateTableResponse> Database::DeleteReplica(Database& other, const ReplicaUpdate& update) {
  HOLDFAST_RETURN_IF_ERROR(other.InState(
      [&](DatabaseState& state) { return holdfast::DeleteReplica(state, update.table_name, *update.group); }));
  return InState([&](DatabaseState& state) { return EndReplica(state, update); });
}

}  // namespace holdfast
