// The page's part about the single-client cases.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// A table per group, what failed first, folded where the whole group holds. Empty without cases.
std::string CasesSection(const RunReport& report);

}  // namespace holdfast::conformance
