// Parts of the HTML report: its style sheet, and the section of one workload.
#pragma once

#include <string>
#include <string_view>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// The style sheet, in addition to kPageStyle (conformance/report/page_style.h).
extern const std::string_view kBenchStyle;

// The workload's sentence, the comparison if there is one, and charts and tables for each endpoint. If `open_loop`, the
// tables show both latency and service time, which then differ.
std::string WorkloadSection(const WorkloadResult& workload, bool open_loop);

}  // namespace holdfast::bench
