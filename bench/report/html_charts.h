// The three charts of a result: latencies, timeline, and shares of the clients.
#pragma once

#include <string>
#include <vector>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// The logarithmic latency axis, shared by several charts so that they are comparable.
struct LatencyAxis {
  Nanoseconds least{0};
  Nanoseconds most{0};
  // The axis is divided into steps of equal width. `densest` is the largest share of a histogram's operations in one
  // step, over all histograms and steps.
  double densest = 0;
};
// Covers the success and refusal latencies of all `results`, except the longest 0.05 % of each histogram.
LatencyAxis AxisFor(const std::vector<EndpointResult>& results);

// The largest values on the vertical axes, shared by the charts of several endpoints so that they are comparable.
struct ChartHeights {
  // Operations in one step of the timeline.
  int64_t step = 0;
  // Successful operations of one client.
  int64_t client = 0;
};
ChartHeights HeightsFor(const std::vector<EndpointResult>& results);

// LatencyChart is empty without successes and refusals, TimelineChart without operations, and FairnessChart without
// successes or with only one client.
std::string LatencyChart(const Metrics& metrics, const LatencyAxis& axis);
std::string TimelineChart(const Metrics& metrics, const ChartHeights& heights);
std::string FairnessChart(const Metrics& metrics, const ChartHeights& heights);

}  // namespace holdfast::bench
