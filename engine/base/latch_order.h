// Checks, in builds with assertions, that a thread takes latches in the order of engine/README.md ("Why a write cannot
// deadlock"): it may enter a level only while it holds no latch of that level or of a later one. A violation ends the
// program with a message, even if it does not lead to a deadlock.
//
// The checked levels are those whose latches a write holds at the same time. Latches in the last row of the README's
// table are held one at a time, except for three nested pairs. Only few functions take `control_plane` or the latches
// in the first row. The order of these unchecked latches is left to ThreadSanitizer, which checks the pairs of
// latches that occur in a test run.
#pragma once

#include <cstdint>

namespace holdfast {

// Ascending: rows 2, 4, 5 and 6 of the README's table.
enum class LatchLevel : uint8_t { kDatabaseState, kTableShards, kIndexShards, kStreamLanes };

// From EnterLatchLevel to LeaveLatchLevel the calling thread may hold latches of `level`.
#ifdef NDEBUG
inline void EnterLatchLevel(LatchLevel) {}
inline void LeaveLatchLevel(LatchLevel) {}
#else
void EnterLatchLevel(LatchLevel level);
void LeaveLatchLevel(LatchLevel level);
#endif

}  // namespace holdfast
