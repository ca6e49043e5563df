// Sends the effects of one write to the replicas that the written tables have in other Regions.
#pragma once

#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: the caller has a MemoryReserve::Use, which guarantees the memory that this allocates. The caller holds
// the latches of the effects' items. A ConditionCheck, and a deletion that finds no item, are not sent. Neither is the
// effect of a change that another Region has sent: that change is removed from the replica's inbox
// (Replica::RemoveApplied).
void ReplicateEffects(const Effects& effects) noexcept;

}  // namespace holdfast
