// The report for programs: one JSON object. Times are nanoseconds.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

std::string JsonReport(const BenchReport& report);

}  // namespace holdfast::bench
