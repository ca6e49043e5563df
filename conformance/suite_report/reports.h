// A run's report in its three forms.
#pragma once

#include <string>

#include "conformance/report/terminal_text.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// For a terminal. After two lines about the run: each violated race with the witnesses of its first violations and the
// command that repeats it, then the supported cases that do not hold, the features that the endpoint lacks, a line per
// race, and a line per group with the number of cases that hold. The last line is the verdict. UTF-8, without control
// characters other than line feeds and, with kAnsi, colours.
std::string TextReport(const RunReport& report, Colours colours);

// A page for a browser: one whole HTML document in UTF-8 that fetches nothing, so that it may be mailed, archived and
// opened from a disk. It follows the browser's light or dark colour scheme, and is readable without colours and
// scripts.
std::string HtmlReport(const RunReport& report);

// For programs: one object on one line, UTF-8. Its members are the fields of RunReport under their names, except that
// RaceReport::event_counts is "met", WitnessStep::response is "answer", WitnessStep::is_marked is "guilty", and
// CaseReport::missing_feature, which is also the last complaint, is not a member of its own. In addition, the run has
// "verdict", "exit_status", "headline" and "lacks" (CollectMissingFeatures), and each race has "ended_by_budget"
// (EndedByBudget). Verdicts are VerdictName's words. Seeds are decimal strings, because many JSON parsers round
// integers beyond 2^53. A duration that is not finite is null, and so is the completion time of a call of unknown
// outcome.
std::string JsonReport(const RunReport& report);

}  // namespace holdfast::conformance
