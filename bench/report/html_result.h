// The page: its style, and one workload on it.
#pragma once

#include <string>
#include <string_view>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// The style sheet, in addition to kPageStyle (conformance/report/page_style.h).
extern const std::string_view kBenchStyle;

// The workload's sentence, its drawings, its tables, and the comparison where there is one. In an open loop latency and service differ, and both are shown.
std::string WorkloadSection(const WorkloadResult& workload, bool open_loop);

}  // namespace holdfast::bench
