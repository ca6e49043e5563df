// The style sheet of the suite's page, in addition to kPageStyle (conformance/report/page_style.h).
#pragma once

#include <string_view>

namespace holdfast::conformance {

extern const std::string_view kSuiteStyle;

}  // namespace holdfast::conformance
