// Parts of the HTML report: the sections about races and cases, the style sheet, and the marks of verdicts.
#pragma once

#include <string>
#include <string_view>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// The style sheet, in addition to kPageStyle (conformance/report/page_style.h).
extern const std::string_view kSuiteStyle;

// A block per race with its invariant, its event counts, the result of the control, and the witness of each violation.
// The most severe verdicts come first; races that hold or are unsupported are folded. Empty if the report has no races.
std::string RacesSection(const RunReport& report);
// A table per group of cases, the most severe verdicts first. A group is folded if all of its cases hold. Empty if the
// report has no cases.
std::string CasesSection(const RunReport& report);

// A small square that shows the verdict by sign and colour. Hidden from screen readers, so VerdictName must stand
// beside it.
std::string VerdictMark(Verdict verdict);

// The sign alone: one character.
std::string_view VerdictSign(Verdict verdict);

// The HTML id of a race or a case on the page. `race` or `case_report` must be an element of `report`.
std::string AnchorOf(const RunReport& report, const RaceReport& race);
std::string AnchorOf(const RunReport& report, const CaseReport& case_report);

// A block with `command` (from RepeatCommand), which one click selects for copying.
std::string RepeatBlock(std::string_view command);

}  // namespace holdfast::conformance
