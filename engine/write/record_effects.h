// Leaves the records of one write in the streams of the tables it changed.
#pragma once

#include <cstdint>

#include "absl/time/time.h"
#include "engine/write/effects.h"

namespace holdfast {

// Cannot fail: what it allocates, MemoryReserve::Use backs. The latches of the lanes that the effects belong
// to are held. What changes nothing leaves no record.
void RecordEffects(const Effects& effects, uint64_t commit, absl::Time now) noexcept;

}  // namespace holdfast
