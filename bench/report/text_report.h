// The report as text, for a terminal.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

enum class Colours { kNone, kAnsi };

std::string TextReport(const BenchReport& report, Colours colours);

}  // namespace holdfast::bench
