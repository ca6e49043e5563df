// The report as one page that loads nothing else.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

std::string HtmlReport(const BenchReport& report);

}  // namespace holdfast::bench
