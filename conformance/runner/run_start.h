// What marks the start of a run.
#pragma once

#include <string>

namespace holdfast::conformance {

// "2026-01-01T00:00:00Z"
std::string NowInUtc();

// Ten hexadecimal digits that are the run's own, also for equal seeds.
std::string NewRunTag();

}  // namespace holdfast::conformance
