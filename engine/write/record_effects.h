// Appends the records of one write to the streams of the tables it changed.
#pragma once

#include <cstdint>

#include "absl/time/time.h"
#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: MemoryReserve::Use guarantees the memory that it allocates. The latches of the stream lanes of the
// effects are held. An effect that changes nothing is not recorded.
void RecordEffects(const Effects& effects, uint64_t commit, absl::Time now) noexcept;

}  // namespace holdfast
