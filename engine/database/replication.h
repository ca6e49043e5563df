// Global tables in one database: how a table gets a replica in another Region, how that Region creates the replica's
// table, and how changes that other Regions have sent are applied here. The tables are connected by
// engine/replication/replica.h.
//
// Every function works on the database of one Region and takes no latch of another Region's database: what is passed
// from one Region to another is a value.
//
// Thread safety: everything here may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/database/database_state.h"
#include "engine/database/table_restore.h"
#include "engine/replication/replica.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table.h"

namespace holdfast {

// What a Region creates a replica from. The items are shared with the original table.
struct NewReplica {
  std::shared_ptr<Replica> replica;
  TableSchema schema;
  TableSettings settings;
  StreamViewType stream_view_type = StreamViewType::kNewAndOldImages;
  RestoreSource items;
  // No item of the original was written by a later commit.
  uint64_t last_commit = 0;
};

// Adds a replica in `region` to the table's group, or to a new group. The table keeps its stream, or gets one with new
// and old images: replicas have a stream, and it cannot be disabled. The table is UPDATING until the transition
// kReplicasChanged, which is scheduled. The control-plane latch is held.
NewReplica AddReplica(DatabaseState& database, Table& table, std::string region);
// Ends the status UPDATING that AddReplica began, after the other Region has failed to create the table. The caller has
// destroyed the NewReplica, so the group no longer has the replica.
void AbandonReplica(Table& table);

// Creates the replica's table, which is CREATING until the transition kReplicaCreated has run and its indexes are
// built. No table of that name may exist yet. The control-plane latch is held.
void CreateReplica(DatabaseState& database, NewReplica source);

struct ReceivedChanges {
  size_t applied = 0;
  bool more = false;
};
// Applies about `count_max` of the changes that tables of this database have received from other Regions, each as a
// write of its own: indexes, streams and recovery histories are updated as by every write. No limit refuses such a
// write.
ReceivedChanges ApplyReceivedChanges(DatabaseState& database, size_t count_max);

}  // namespace holdfast
