// The page's part about the races.
#pragma once

#include <string>

#include "conformance/report/run_report.h"

namespace holdfast::conformance {

// A part per race, what failed first: its invariant, the contention its clients met, what became of the control,
// and the history of each violation. Open where something is wrong, folded elsewhere. Empty without races.
std::string RacesSection(const RunReport& report);

}  // namespace holdfast::conformance
