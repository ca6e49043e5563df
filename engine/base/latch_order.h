// Checks, in builds with assertions, that a thread takes latches in the order of engine/README.md ("Why a write cannot
// deadlock"): of a level only while it holds none of that level or of a later one. A violation ends the program with a
// message, whether or not another thread would have met it.
//
// Checked are the levels that a write holds at once. Latches of the last row are held one at a time, and those of the
// first and `control_plane` by few functions: these are left to ThreadSanitizer, which sees every pair that a test run
// takes.
#pragma once

#include <cstdint>

namespace holdfast {

// Ascending: rows 2, 4, 5 and 6 of the table.
enum class LatchLevel : uint8_t { kDatabaseState, kTableShards, kIndexShards, kStreamLanes };

// From EnterLatchLevel to LeaveLatchLevel the calling thread holds one or more latches of `level`.
#ifdef NDEBUG
inline void EnterLatchLevel(LatchLevel) {}
inline void LeaveLatchLevel(LatchLevel) {}
#else
void EnterLatchLevel(LatchLevel level);
void LeaveLatchLevel(LatchLevel level);
#endif

}  // namespace holdfast
