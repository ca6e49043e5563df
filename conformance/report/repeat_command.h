// The command line that runs one race or case again.
#pragma once

#include <string>

#include "conformance/report/run_report.h"

namespace holdfast::conformance {

// Ready for a POSIX shell, whatever the endpoint and the names hold. A race's has all that its clients' choices
// depend on (the seed, the clients, the rounds), and not the defaults of today, so that it also repeats the run
// under another version.
std::string RepeatCommand(const RunReport& run, const RaceReport& race);
std::string RepeatCommand(const RunReport& run, const CaseReport& one);

}  // namespace holdfast::conformance
