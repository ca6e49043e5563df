// The report for programs: one JSON object. Times are nanoseconds; "faster" of a ratio is the winner
// (WinnerOf), or null.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

std::string JsonReport(const BenchReport& report);

}  // namespace holdfast::bench
