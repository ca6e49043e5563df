// The three drawings of a result: how long it took, what happened when, who got how much.
#pragma once

#include <string>
#include <vector>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// The horizontal axis of latencies that several drawings share, so that they can be compared by eye: logarithmic.
struct LatencyAxis {
  Nanoseconds least{0};
  Nanoseconds most{0};
};
// Wide enough for what all of them recorded.
LatencyAxis AxisFor(const std::vector<EndpointResult>& results);

// Each empty where there is nothing to draw.
std::string LatencyChart(const Tally& tally, const LatencyAxis& axis);
std::string TimelineChart(const Tally& tally);
std::string FairnessChart(const Tally& tally);

}  // namespace holdfast::bench
