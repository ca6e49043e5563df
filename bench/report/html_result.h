// One workload on the page: its sentence, its drawings, its tables, and the comparison where there is one.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// In an open loop latency and service differ, and both are shown.
std::string WorkloadSection(const WorkloadResult& workload, bool open_loop);

}  // namespace holdfast::bench
