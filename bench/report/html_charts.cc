#include "bench/report/html_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

#include "bench/measure/fairness.h"
#include "bench/report/figures.h"
#include "conformance/report/plot.h"
#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

using conformance::AxisLabel;
using conformance::FormatNumber;
using conformance::LegendEntry;
using conformance::Plot;

constexpr size_t kLatencySteps = 72;
constexpr size_t kFairnessColumnsMax = 160;
// Up to this number of columns there are gaps between them.
constexpr size_t kSeparateColumnsMax = 40;
constexpr double kTimeLabelsMax = 7;
// The height of the tallest shape as a share of the plot's, which leaves headroom above it.
constexpr double kTallestShare = 0.96;

double Number(Nanoseconds time) { return static_cast<double>(time.count()); }

// `position`: from 0, the left end, to 1.
Nanoseconds LatencyAt(const LatencyAxis& axis, double position) {
  return Nanoseconds(std::llround(Number(axis.least) * std::pow(Number(axis.most) / Number(axis.least), position)));
}

double PositionOnAxis(const LatencyAxis& axis, double nanoseconds) {
  return std::log(nanoseconds / Number(axis.least)) / std::log(Number(axis.most) / Number(axis.least));
}

// The share of the operations in each step of the axis.
std::vector<double> Density(const LatencyHistogram& histogram, const LatencyAxis& axis) {
  std::vector<double> density(kLatencySteps);
  if (histogram.count() == 0) return density;
  for (size_t i = 0; i < kLatencySteps; ++i) {
    // The first step also counts what is below the axis. CountBetween excludes `from`.
    const Nanoseconds from = i == 0 ? Nanoseconds(-1) : LatencyAt(axis, static_cast<double>(i) / kLatencySteps);
    const Nanoseconds to = LatencyAt(axis, static_cast<double>(i + 1) / kLatencySteps);
    density[i] = static_cast<double>(histogram.CountBetween(from, to)) / static_cast<double>(histogram.count());
  }
  return density;
}

std::string LatencyLabelText(double nanoseconds) {
  constexpr std::array<const char*, 3> kUnits = {" µs", " ms", " s"};
  size_t unit = 0;
  double number = nanoseconds / 1e3;
  for (; number >= 1000 && unit + 1 < kUnits.size(); number /= 1e3) ++unit;
  return std::to_string(std::llround(number)) + kUnits[unit];
}

// Powers of ten; on an axis of at most 2.5 decades also 2 and 5 times each power.
std::vector<AxisLabel> LatencyLabels(const LatencyAxis& axis) {
  const double decades = std::log10(Number(axis.most) / Number(axis.least));
  std::vector<AxisLabel> labels;
  for (double power = 1e3; power <= Number(axis.most); power *= 10) {
    for (const double multiple : {1.0, 2.0, 5.0}) {
      if (multiple > 1 && decades > 2.5) continue;
      const double at = PositionOnAxis(axis, power * multiple);
      if (at > 0.04 && at < 0.97) labels.push_back({at, LatencyLabelText(power * multiple)});
    }
  }
  return labels;
}

std::string TimeText(double seconds) {
  char text[32];
  if (seconds < 1) {
    std::snprintf(text, sizeof text, "%.0f ms", seconds * 1e3);
  } else {
    std::snprintf(text, sizeof text, "%g s", std::round(seconds * 10) / 10);
  }
  return text;
}

std::vector<AxisLabel> TimeLabels(const Metrics& metrics) {
  const double seconds =
      std::chrono::duration<double>(metrics.timeline_width()).count() * static_cast<double>(metrics.timeline().size());
  // The smallest of 1, 2, 5, 10 and 20 times a power of ten that leaves room for the labels.
  double step = std::pow(10, std::floor(std::log10(seconds))) / 10;
  for (const double factor : {2.0, 2.5, 2.0, 2.0}) {
    if (seconds / step > kTimeLabelsMax) step *= factor;
  }
  std::vector<AxisLabel> labels = {{0, "0 s"}};
  // A label further to the right would extend beyond the plot.
  for (double at = step; at <= seconds * 0.97; at += step) labels.push_back({at / seconds, TimeText(at)});
  return labels;
}

struct Layer {
  std::string css_class;
  std::string name;
  std::function<int64_t(const OutcomeCounts&)> count;
};

const std::array<Layer, 4>& Layers() {
  static const std::array<Layer, 4> layers = {
      Layer{"got", "got it", [](const OutcomeCounts& counts) { return At(counts, Outcome::kSucceeded); }},
      Layer{"by-condition", "refused by condition",
            [](const OutcomeCounts& counts) { return At(counts, Outcome::kRefusedByCondition); }},
      Layer{"by-conflict", "refused by conflict",
            [](const OutcomeCounts& counts) { return At(counts, Outcome::kRefusedByConflict); }},
      Layer{"otherwise", "throttled, withdrawn, unknown or failed",
            [](const OutcomeCounts& counts) {
              return At(counts, Outcome::kThrottled) + At(counts, Outcome::kWithdrawn) + At(counts, Outcome::kUnknown) +
                     At(counts, Outcome::kFailed);
            }},
  };
  return layers;
}

}  // namespace

LatencyAxis AxisFor(const std::vector<EndpointResult>& results) {
  LatencyAxis axis;
  for (const EndpointResult& result : results) {
    for (const LatencyHistogram* histogram : {&result.metrics.success_latency(), &result.metrics.refused_latency()}) {
      if (histogram->count() == 0) continue;
      const Nanoseconds least = histogram->Percentile(0);
      axis.least = axis.least > Nanoseconds(0) ? std::min(axis.least, least) : least;
      // The longest latencies are cut off: they would push all others to the left.
      axis.most = std::max(axis.most, histogram->Percentile(99.95));
    }
  }
  axis.least = std::max(axis.least, Nanoseconds(1'000)) * 9 / 10;
  axis.most = std::max(axis.most * 11 / 10, axis.least * 4);
  for (const EndpointResult& result : results) {
    for (const LatencyHistogram* histogram : {&result.metrics.success_latency(), &result.metrics.refused_latency()}) {
      const std::vector<double> density = Density(*histogram, axis);
      axis.densest = std::max(axis.densest, *std::max_element(density.begin(), density.end()));
    }
  }
  return axis;
}

std::string LatencyChart(const Metrics& metrics, const LatencyAxis& axis) {
  const LatencyHistogram& got = metrics.success_latency();
  const LatencyHistogram& refused = metrics.refused_latency();
  if (got.count() + refused.count() == 0) return "";
  struct Shape {
    std::string css_class;
    std::string name;
    const LatencyHistogram& histogram;
    std::vector<double> density;
  };
  // The shape that is drawn last lies on top.
  std::array<Shape, 2> shapes = {Shape{"refused-latency", "refused", refused, Density(refused, axis)},
                                 Shape{"got-latency", "got it", got, Density(got, axis)}};

  Plot plot("How long it took");
  std::vector<LegendEntry> legend;
  for (Shape& shape : shapes) {
    if (shape.histogram.count() == 0) continue;
    for (double& height : shape.density) height *= kTallestShare / axis.densest;
    plot.Steps(shape.density, shape.css_class);
    const std::string text = shape.name + ": median " + FormatLatency(shape.histogram.Percentile(50)) + ", p99 " +
                             FormatLatency(shape.histogram.Percentile(99));
    legend.insert(legend.begin(), {shape.css_class, text});
  }
  plot.set_legend(std::move(legend));
  plot.set_axis(LatencyLabels(axis));
  plot.set_top(FormatShare(std::llround(axis.densest / kTallestShare * 1e6), 1'000'000) + " in one step");
  return plot.Html("Distribution of latencies, logarithmic; the table below has its percentiles");
}

ChartHeights HeightsFor(const std::vector<EndpointResult>& results) {
  ChartHeights heights;
  for (const EndpointResult& result : results) {
    for (const OutcomeCounts& counts : result.metrics.timeline()) {
      heights.step = std::max(heights.step, std::accumulate(counts.begin(), counts.end(), int64_t{0}));
    }
    for (const int64_t got : result.metrics.successes_by_client()) heights.client = std::max(heights.client, got);
  }
  return heights;
}

std::string TimelineChart(const Metrics& metrics, const ChartHeights& heights) {
  const int64_t most = heights.step;
  if (metrics.operations() == 0) return "";
  Plot plot("What happened when", Plot::Width::kWhole);
  const auto steps = static_cast<double>(metrics.timeline().size());
  std::vector<LegendEntry> legend;
  for (const Layer& layer : Layers()) {
    if (layer.count(metrics.outcomes()) > 0) legend.push_back({layer.css_class, layer.name});
  }
  for (size_t i = 0; i < metrics.timeline().size(); ++i) {
    double bottom = 0;
    for (const Layer& layer : Layers()) {
      const double height =
          static_cast<double>(layer.count(metrics.timeline()[i])) * kTallestShare / static_cast<double>(most);
      plot.Column(static_cast<double>(i) / steps, static_cast<double>(i + 1) / steps, bottom, bottom + height,
                  layer.css_class);
      bottom += height;
    }
  }
  const double per_second =
      static_cast<double>(most) / kTallestShare / std::chrono::duration<double>(metrics.timeline_width()).count();
  plot.set_legend(std::move(legend));
  plot.set_axis(TimeLabels(metrics));
  plot.set_top(FormatRate(per_second));
  return plot.Html("Operations over time, by how they ended");
}

std::string FairnessChart(const Metrics& metrics, const ChartHeights& heights) {
  std::vector<int64_t> got = metrics.successes_by_client();
  const int64_t all = std::accumulate(got.begin(), got.end(), int64_t{0});
  if (all == 0 || got.size() < 2) return "";
  std::sort(got.begin(), got.end(), std::greater<>());
  const auto clients = static_cast<double>(got.size());
  const double equal_share = static_cast<double>(all) / clients;
  const double top = static_cast<double>(heights.client) / kTallestShare;
  const size_t columns = std::min(got.size(), kFairnessColumnsMax);

  Plot plot("What each client got");
  std::vector<double> column_heights(columns);
  // If there are more clients than columns, each column shows one of several clients that are adjacent in this order.
  for (size_t i = 0; i < columns; ++i) column_heights[i] = static_cast<double>(got[i * got.size() / columns]) / top;
  if (columns > kSeparateColumnsMax) {
    plot.Steps(column_heights, "got");
  } else {
    const double width = 1 / static_cast<double>(columns);
    for (size_t i = 0; i < columns; ++i) {
      const double left = static_cast<double>(i) * width;
      plot.Column(left, left + 0.85 * width, 0, column_heights[i], "got");
    }
  }
  plot.HorizontalLine(equal_share / top, "equal-share");
  plot.set_legend({{"got", "one client, the luckiest first"}, {"equal-share", "an equal share"}});
  plot.set_axis({{0, "1st client"}, {1, FormatOrdinal(static_cast<int64_t>(got.size()))}});
  plot.set_top(FormatNumber(std::llround(top)));
  return plot.Html("What each client got, the luckiest first");
}

}  // namespace holdfast::bench
