// The races of the appointments: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/race.h"

namespace holdfast::conformance::appointments {

RaceDescription OneBookingPerSlot();
RaceDescription CancelledOnce();
RaceDescription CancelAgainstRebook();
RaceDescription BookAgainstBlock();

}  // namespace holdfast::conformance::appointments
