// Builds an index, or an ExpiryOrder (the items in the order in which they expire), over the existing items of a table,
// or the parts that a restored table lacks (engine/database/table_restore.h).
//
// A build is done in slices, between which the database can be copied, restored and reset, and the table changed and
// deleted. Its position is kept in DatabaseState::scheduled_transitions, as plain data. A small table's build is done
// at once, and so is every build of an engine without a background worker (Engine::SetBackgroundWorker).
//
// Thread safety: everything here may be called from any thread.
#pragma once

#include <cstddef>

#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/tables/table.h"

namespace holdfast {

// If a table has at most this many items, the operation that begins a build completes it.
inline constexpr size_t kItemsBuiltAtOnce = 2'000;
// The approximate number of items in a slice, which takes some tenths of a millisecond.
inline constexpr size_t kItemsPerSlice = 128;

// Begins the build of the index or ExpiryOrder that was just added to `table`, or of the parts that the table lacks
// after a restore. `target` is as in Build. The control-plane latch is held.
void StartBuild(DatabaseState& database, Table& table, BuildKind kind, uint64_t target);

// Runs one slice of the first build, if there is one. Returns whether there is more to do. Takes the control-plane
// latch for the slice.
bool RunBuildSlice(DatabaseState& database);

}  // namespace holdfast
