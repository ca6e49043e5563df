// UpdateTable with ReplicaUpdates: adds a replica of a table in another Region, or deletes it. The databases of the two
// Regions take turns, each in a call of its own, because a thread that holds latches of one must not take those of the
// other (engine/README.md, "Why a write cannot deadlock"). Database::UpdateTable makes these calls. In the drawing,
// "here" is the Region of the request, and "there" the Region of the replica that is created or deleted.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
//
//   create   PlanReplicaUpdate ─ here      delete   PlanReplicaUpdate ─ here
//            CheckNameIsFree ─── there               DeleteReplica ───── there (operations/tables/delete_table.h)
//            BeginReplica ────── here                EndReplica ──────── here
//            MakeReplica ─────── there
//
// Thread safety: everything here may be called from any thread.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/database/replication.h"
#include "engine/operations/tables/update_table.h"

namespace holdfast {

struct ReplicaUpdate {
  std::string table_name;
  std::string region;
  // Whether the replica is deleted; otherwise it is created.
  bool deletes = false;
  // The table's replica in the Region of the request; null if the table never had replicas.
  std::shared_ptr<const Replica> group;
};

// Checks a request that has ReplicaUpdates. Errors: ValidationException; ResourceNotFoundException;
// ResourceInUseException while the table or another replica is changing.
Result<ReplicaUpdate> PlanReplicaUpdate(DatabaseState& database, const UpdateTableRequest& request);

// In the Region of the new replica: there must be no table of that name.
Status CheckNameIsFree(DatabaseState& database, const ReplicaUpdate& update);

struct ReplicaCreation {
  NewReplica replica;
  UpdateTableResponse response;
};
// Adds the replica to the table's group. The table is UPDATING then, and the replica CREATING.
Result<ReplicaCreation> BeginReplica(DatabaseState& database, const UpdateTableRequest& request);

// In the Region of the new replica: makes its table. Fails if a table of that name was made since CheckNameIsFree; the
// caller then calls AbandonReplica.
Status MakeReplica(DatabaseState& database, NewReplica replica);
// In the Region of the request, after MakeReplica has failed: ends the status UPDATING of the table.
void AbandonReplica(DatabaseState& database, const ReplicaUpdate& update);

// In the Region of the request, after DeleteReplica has deleted the replica's table in the other Region: makes the
// table here UPDATING, and returns the response to the request.
Result<UpdateTableResponse> EndReplica(DatabaseState& database, const ReplicaUpdate& update);

}  // namespace holdfast
