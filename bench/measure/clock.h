// The monotonic clock that all benchmarks use.
#pragma once

#include <chrono>

namespace holdfast::bench {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Nanoseconds = std::chrono::nanoseconds;

}  // namespace holdfast::bench
