// Appends the records of one write to the streams of the tables it changed.
#pragma once

#include <cstdint>

#include "absl/time/time.h"
#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: the caller has a MemoryReserve::Use, which guarantees the memory that this allocates. The caller holds
// the latches of the stream lanes of the effects. An effect that changes nothing is not recorded.
void RecordEffects(const Effects& effects, uint64_t commit, absl::Time now) noexcept;

}  // namespace holdfast
