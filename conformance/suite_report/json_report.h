// A run's report as JSON, for programs.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// One object on one line, UTF-8. Its members are the fields of RunReport ("met" is RaceReport::event_counts, "answer"
// is WitnessStep::response), the run's "verdict", "exit_status" and "headline", and "ended_by_budget" (EndedByBudget). Verdicts are VerdictName's words.
// Seeds are decimal strings, because many readers of JSON round whole numbers beyond 2^53. A duration that is no finite
// number is null, and so is the completion of a call that had no response.
std::string JsonReport(const RunReport& report);

}  // namespace holdfast::conformance
