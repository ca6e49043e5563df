// Makes a table from the items of a backup, of a point in time, or of a table in another Region.
//
// The table shares the items, so the time that this takes does not depend on their number. Two things are built
// afterwards, in slices (engine/database/builds.h), while the table is CREATING: the entries of global indexes; and, if
// not all local indexes are restored, the partitions, which have the entries of local indexes inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/table.h"

namespace holdfast {

// The items to restore, and what is needed to read them.
struct RestoreSource {
  PartitionMap::Image items;
  // The hash seed and the local indexes of the table that the items come from.
  uint64_t hash_seed = 0;
  std::vector<IndexSchema> local_indexes;
};

// Adds a table that is CREATING, and schedules the transition `kind`. `schema`: its local indexes are among the
// source's, in the same order. No table of that name may exist yet. The control-plane latch is held.
std::shared_ptr<Table> AddRestoredTable(DatabaseState& database, TableSchema schema, TableSettings settings,
                                        RestoreSource source, TransitionKind kind = TransitionKind::kTableRestored);

// How many items each pass of the restore visits: there is one pass to rebuild the partitions, if that is needed, and
// one for each global index. 0 if nothing has to be built.
size_t ItemsToRestore(const Table& table);
// Visits about `count_max` items, the next ones after `build.position`. `build.target` is 0 while the partitions are
// rebuilt (if they have to be), and then the number of the global index that is built, counted from 1. After the last
// item of the last target the table is made ACTIVE, and `build.position.done` stays true. The control-plane latch is
// held.
void ContinueRestore(Table& table, size_t count_max, Build& build);

}  // namespace holdfast
