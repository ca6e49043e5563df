// A build adds the existing items of a table to a new index or to a new ExpiryOrder (the items in the order in which
// they expire), or adds the parts that a restored table lacks (engine/database/table_restore.h).
//
// A build is done in slices, between which the database can be copied, restored and reset, and the table changed and
// deleted. Its position is kept in DatabaseState::scheduled_transitions, as plain data. Without a background worker
// (Engine::SetBackgroundWorker), and for a small table, the operation that begins the build also completes it.
//
// Thread safety: everything here may be called from any thread.
#pragma once

#include <cstddef>

#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/tables/table.h"

namespace holdfast {

// A build that visits more items than this is left to the background worker, if there is one.
inline constexpr size_t kImmediateBuildItemsMax = 2'000;
// The approximate number of items in a slice, which takes some tenths of a millisecond.
inline constexpr size_t kItemsPerSlice = 128;

// Begins the build of an index or ExpiryOrder of `table`, or of the parts that the table lacks after a restore.
// Completes it, unless it is left to the background worker or memory runs out: then RunBuildSlice continues it, in the
// background worker or, without one, in the next sweep or change of the clock. `target` is Build::target. The caller
// has a ControlPlaneLock.
void StartBuild(DatabaseState& database, Table& table, BuildKind kind, uint64_t target);

// Runs one slice of the first build, if there is one. Returns whether a build remains. Takes the control-plane latch
// for the slice. Throws std::bad_alloc if memory runs out; the next call then repeats the slice.
bool RunBuildSlice(DatabaseState& database);

}  // namespace holdfast
