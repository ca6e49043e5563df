// The style sheet of the page, in addition to the conformance report's.
#pragma once

#include <string_view>

namespace holdfast::bench {

// CSS that goes after conformance::kStyle, whose colours, fonts and frame it uses.
extern const std::string_view kBenchStyle;

}  // namespace holdfast::bench
