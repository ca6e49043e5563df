// System 1: appointments with providers, booked and cancelled by transactions. There is a case for each access pattern.
// Each race checks one invariant, in the file that is named like its function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::appointments {

std::vector<CaseDescription> Cases();

RaceDescription OneBookingPerSlot();
RaceDescription CancelledOnce();
RaceDescription CancelAgainstRebook();
RaceDescription BookAgainstBlock();

}  // namespace holdfast::conformance::appointments
