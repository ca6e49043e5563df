// The pieces of the page: its parts about races and cases, its style, and what verdicts are shown with.
#pragma once

#include <string>
#include <string_view>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// The style sheet, in addition to kPageStyle (conformance/report/page_style.h).
extern const std::string_view kSuiteStyle;

// A section per race, failures first: its invariant, its event counts, the result of the control, and the history of
// each violation. Open where something is wrong, folded elsewhere. Empty without races.
std::string RacesSection(const RunReport& report);
// A table per group of cases, what failed first, folded where the whole group holds. Empty without cases.
std::string CasesSection(const RunReport& report);

// A small square that shows the verdict by sign and colour; hidden from screen readers, so the word must stand beside
// it.
std::string VerdictMark(Verdict verdict);

// The sign alone: one character.
std::string_view VerdictSign(Verdict verdict);

// The HTML id of a race or a case on the page. `one` must be an element of the report.
std::string AnchorOf(const RunReport& report, const RaceReport& one);
std::string AnchorOf(const RunReport& report, const CaseReport& one);

// A command (of RepeatCommand) set apart, to be copied.
std::string RepeatBlock(std::string_view command);

}  // namespace holdfast::conformance
