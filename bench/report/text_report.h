// The report as text, for a terminal.
#pragma once

#include <string>

#include "bench/report/bench_report.h"
#include "conformance/report/terminal_text.h"

namespace holdfast::bench {

std::string TextReport(const BenchReport& report, conformance::Colours colours);

}  // namespace holdfast::bench
