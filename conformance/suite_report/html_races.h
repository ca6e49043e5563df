// The page's part about the races.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// A section per race, failures first: its invariant, its event counts, the result of the control, and the history of
// each violation. Open where something is wrong, folded elsewhere. Empty without races.
std::string RacesSection(const RunReport& report);

}  // namespace holdfast::conformance
