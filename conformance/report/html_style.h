// The page's style sheet.
#pragma once

#include <string_view>

namespace holdfast::conformance {

// Its custom properties --ink, --faint, --bad, --line and --paper are also those that DrawAsHtml
// (conformance/history/witness.h) draws with.
extern const std::string_view kStyle;

}  // namespace holdfast::conformance
