// The pieces of the page that verdicts are shown with: marks, places to link to, commands.
#pragma once

#include <string>
#include <string_view>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

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
