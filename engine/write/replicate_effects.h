// Sends the effects of one write to the replicas in other Regions, of the tables that have any.
#pragma once

#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: MemoryReserve::Use guarantees the memory that it allocates. The latches of the effects' items are held.
// A deletion that finds no item is not sent. Neither is the effect of a change that another Region has sent: that
// change is removed from the replica's inbox (Replica::Accept).
void ReplicateEffects(const Effects& effects) noexcept;

}  // namespace holdfast
