// Installs the effects of one write: the items with their commit number, their local index entries, their entries in
// the table's ExpiryOrder (time to live), and their global index entries.
#pragma once

#include <cstdint>

#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: the caller has a MemoryReserve::Use, which guarantees the memory that this allocates. The caller holds
// the latches of every table shard and every global index shard that the effects touch.
void InstallEffects(Effects& effects, uint64_t commit) noexcept;

}  // namespace holdfast
