// The style sheet of the benchmark's page, in addition to kPageStyle (conformance/report/page_style.h).
#pragma once

#include <string_view>

namespace holdfast::bench {

extern const std::string_view kBenchStyle;

}  // namespace holdfast::bench
