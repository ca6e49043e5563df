// System 1: appointments with providers, booked and cancelled by transactions. A case for each access pattern, and the
// races: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::appointments {

std::vector<CaseDescription> Cases();

RaceDescription OneBookingPerSlot();
RaceDescription CancelledOnce();
RaceDescription CancelAgainstRebook();
RaceDescription BookAgainstBlock();

}  // namespace holdfast::conformance::appointments
