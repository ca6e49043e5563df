// A run's report as a page to look at.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// One whole HTML document in UTF-8 that fetches nothing, so that it may be mailed, archived and opened from a
// disk. It follows the reader's choice of a light or a dark screen, and reads without colours and scripts.
std::string HtmlReport(const RunReport& report);

}  // namespace holdfast::conformance
