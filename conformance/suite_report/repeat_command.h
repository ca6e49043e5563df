// The command line that runs one race or case again.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// Quoted for a POSIX shell. A race's command has everything that its clients' choices depend on (the seed, the clients,
// the rounds) instead of relying on defaults, so that another version repeats the same run.
std::string RepeatCommand(const RunReport& run, const RaceReport& race);
std::string RepeatCommand(const RunReport& run, const CaseReport& case_report);

}  // namespace holdfast::conformance
