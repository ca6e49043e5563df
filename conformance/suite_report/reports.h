// A run's report in its three forms.
#pragma once

#include <string>

#include "conformance/report/terminal_text.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// For a terminal: what a person reads when the run ends. One line per race and per case that does not hold, one line per
// group of cases that do; then each violation with its history and the command that repeats it; the last line is the
// verdict. UTF-8, without control characters other than line feeds and, with kAnsi, colours.
std::string TextReport(const RunReport& report, Colours colours);

// A page to look at: one whole HTML document in UTF-8 that fetches nothing, so that it may be mailed, archived and opened
// from a disk. It follows the reader's choice of a light or a dark screen, and reads without colours and scripts.
std::string HtmlReport(const RunReport& report);

// For programs: one object on one line, UTF-8. Its members are the fields of RunReport ("met" is
// RaceReport::event_counts, "answer" is WitnessStep::response), the run's "verdict", "exit_status" and "headline", and
// "ended_by_budget" (EndedByBudget). Verdicts are VerdictName's words. Seeds are decimal strings, because many readers of
// JSON round whole numbers beyond 2^53. A duration that is no finite number is null, and so is the completion of a call
// that had no response.
std::string JsonReport(const RunReport& report);

}  // namespace holdfast::conformance
