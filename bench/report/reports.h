// The report in its three forms.
#pragma once

#include <string>

#include "bench/report/bench_report.h"
#include "conformance/report/terminal_text.h"

namespace holdfast::bench {

std::string TextReport(const BenchReport& report, conformance::Colours colours);
// A self-contained page that loads no other file.
std::string HtmlReport(const BenchReport& report);
// For programs: one JSON object. Durations are nanoseconds, except "seconds" and "running_seconds"; "started" is ISO
// 8601; "faster" of a ratio is the endpoint that is faster (WinnerOf), or null.
std::string JsonReport(const BenchReport& report);

}  // namespace holdfast::bench
