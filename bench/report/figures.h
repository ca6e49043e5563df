// Formats figures for the text and HTML reports.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/measure/clock.h"

namespace holdfast::bench {

// "850 µs", "1.24 ms", "12.4 s": three digits. "–" for 0.
std::string FormatLatency(Nanoseconds latency);
// "4.3 %", "< 0.1 %"; "–" if `whole` is 0.
std::string FormatShare(int64_t part, int64_t whole);
// "1,234", "0.8": FormatRate without the unit.
std::string FormatRateNumber(double per_second);
// "1,234/s", "0.8/s".
std::string FormatRate(double per_second);
// "0.83×"; "–" for 0.
std::string FormatRatio(double ratio);
// "1st", "32nd", "113th". `number` is at least 1.
std::string FormatOrdinal(int64_t number);
// Jain's index (fairness.h): "0.998".
std::string FormatFairness(double jain_index);

// The columns of every table of latencies.
struct LatencyColumn {
  std::string_view name;  // "p99"
  double percent = 0;     // 100 is the longest
};
inline constexpr std::array kLatencyColumns = {LatencyColumn{"p50", 50}, LatencyColumn{"p90", 90},
                                               LatencyColumn{"p99", 99}, LatencyColumn{"p99.9", 99.9},
                                               LatencyColumn{"max", 100}};

}  // namespace holdfast::bench
