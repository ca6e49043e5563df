// What the page looks like, beside what it has in common with the conformance report.
#pragma once

#include <string_view>

namespace holdfast::bench {

// CSS that goes after conformance::kStyle, whose colours, fonts and frame it uses.
extern const std::string_view kBenchStyle;

}  // namespace holdfast::bench
