// Sends the effects of one write to the replicas in other Regions, of the tables that have any.
#pragma once

#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: MemoryReserve::Use guarantees the memory that it allocates. The latches of the effects' items are held.
// A deletion that finds nothing is not sent; neither is an effect that another Region has sent, which is then accepted.
void ReplicateEffects(const Effects& effects) noexcept;

}  // namespace holdfast
