// A run's report for a terminal: what a person reads when the run ends.
#pragma once

#include <string>

#include "conformance/report/terminal_text.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// One line per race and per case that does not hold, one line per group of cases that do; then each violation with its
// history and the command that repeats it; the last line is the verdict. UTF-8, without control characters other than
// line feeds and, with kAnsi, colours.
std::string TextReport(const RunReport& report, Colours colours);

}  // namespace holdfast::conformance
