// The style sheet that the report pages of all programs begin with: frame, verdicts, plots and tables of numbers.
#pragma once

#include <string_view>

namespace holdfast::conformance {

// DrawAsHtml (conformance/history/witness.h) uses its custom properties --ink, --bad, --line and --paper.
extern const std::string_view kPageStyle;

}  // namespace holdfast::conformance
