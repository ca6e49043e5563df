#include "engine/base/latch_order.h"

#ifndef NDEBUG

#include <cstdio>
#include <cstdlib>

namespace holdfast {
namespace {

// A bit for each level.
thread_local unsigned held_levels = 0;

}  // namespace

void EnterLatchLevel(LatchLevel level) {
  const unsigned bit = 1u << static_cast<unsigned>(level);
  // The mask is at least `bit` exactly if it contains the bit of this level or of a later one.
  if (held_levels >= bit) {
    std::fprintf(stderr, "Latch order: a thread that holds levels 0x%x takes level %u\n", held_levels,
                 static_cast<unsigned>(level));
    std::abort();
  }
  held_levels |= bit;
}

void LeaveLatchLevel(LatchLevel level) { held_levels &= ~(1u << static_cast<unsigned>(level)); }

}  // namespace holdfast

#endif
