// Global tables in one database: how a table gets a replica in another Region, how that Region makes the table, and how
// changes of other Regions are made here. What connects the tables is in engine/replication/replica.h.
//
// Every function works on the database of one Region and takes no latch of another's: what goes from one Region to
// another is a value.
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

// What a Region makes a replica from. The items are shared with the table that it is a replica of.
struct NewReplica {
  std::shared_ptr<Replica> replica;
  TableSchema schema;
  TableSettings settings;
  StreamViewType stream_view_type = StreamViewType::kNewAndOldImages;
  RestoreSource items;
  // No item was written by a later commit.
  uint64_t last_commit = 0;
};

// Adds a replica in `region` to the table's group, or to a new group. The table keeps its stream, or gets one with new
// and old images: replicas have a stream, and it cannot be disabled. The table is UPDATING until the transition
// kReplicasChanged, which is scheduled. The control-plane latch is held.
NewReplica AddReplica(DatabaseState& database, Table& table, std::string region);
// Ends that status after the other Region has failed to make the table. The NewReplica was destroyed, so the group no
// longer has it.
void AbandonReplica(Table& table);

// Makes the table, which is CREATING until the transition kReplicaCreated has run and its indexes are built. There is
// no table of that name. The control-plane latch is held.
void CreateReplica(DatabaseState& database, NewReplica source);

struct ReceivedChanges {
  size_t made = 0;
  bool more = false;
};
// Makes about `count_max` of the changes that tables of this database have received from other Regions, each as a write
// of its own: indexes, streams and earlier versions follow as they do from every write, and nothing refuses it.
ReceivedChanges MakeReceivedChanges(DatabaseState& database, size_t count_max);

}  // namespace holdfast
