#include "bench/report/bench_report.h"

#include <algorithm>
#include <functional>

namespace holdfast::bench {
namespace {

double Quotient(double first, double second) { return first > 0 && second > 0 ? first / second : 0; }

double Number(Nanoseconds time) { return static_cast<double>(time.count()); }

double Inverse(double latency) { return latency > 0 ? 1 / latency : 0; }

// `figure` is compared in each pair of slices. `first` and `second` are the two endpoints' figures over all slices.
Ratio RatioOf(std::string what, const WorkloadResult& workload,
              const std::function<double(const SliceFigures&)>& figure, double first, double second) {
  Ratio ratio{.what = std::move(what), .overall = Quotient(first, second), .least = 0, .most = 0};
  const auto& a = workload.endpoints[0].slices;
  const auto& b = workload.endpoints[1].slices;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double one = Quotient(figure(a[i]), figure(b[i]));
    if (one <= 0) continue;
    ratio.least = ratio.least > 0 ? std::min(ratio.least, one) : one;
    ratio.most = std::max(ratio.most, one);
  }
  return ratio;
}

int Severity(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return 0;
    case Verdict::kNotRun:
      return 1;
    case Verdict::kViolated:
      return 2;
  }
  return 0;
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kNotRun:
      return "not-run";
  }
  return "";
}

Verdict VerdictOf(const EndpointResult& result) {
  if (!result.violations.empty()) return Verdict::kViolated;
  return result.not_run.empty() ? Verdict::kHolds : Verdict::kNotRun;
}

Verdict Overall(const BenchReport& report) {
  Verdict most_severe = Verdict::kHolds;
  for (const WorkloadResult& workload : report.workloads) {
    for (const EndpointResult& result : workload.endpoints) {
      const Verdict verdict = VerdictOf(result);
      if (Severity(verdict) > Severity(most_severe)) most_severe = verdict;
    }
  }
  return most_severe;
}

int ExitStatus(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return 0;
    case Verdict::kViolated:
      return 1;
    case Verdict::kNotRun:
      return 2;
  }
  return 2;
}

std::vector<Ratio> RatiosOf(const WorkloadResult& workload) {
  if (workload.endpoints.size() != 2) return {};
  const EndpointResult& a = workload.endpoints[0];
  const EndpointResult& b = workload.endpoints[1];
  return {
      RatioOf(
          "to get it (median latency)", workload,
          [](const SliceFigures& slice) { return Inverse(Number(slice.got_median)); },
          Inverse(Number(a.metrics.success_latency().Percentile(50))),
          Inverse(Number(b.metrics.success_latency().Percentile(50)))),
      RatioOf(
          "to be refused (median latency)", workload,
          [](const SliceFigures& slice) { return Inverse(Number(slice.refused_median)); },
          Inverse(Number(a.metrics.refused_latency().Percentile(50))),
          Inverse(Number(b.metrics.refused_latency().Percentile(50)))),
      RatioOf(
          "got it, per second", workload, [](const SliceFigures& slice) { return slice.got_per_second; },
          a.PerSecond(a.metrics.Count(Outcome::kSucceeded)), b.PerSecond(b.metrics.Count(Outcome::kSucceeded))),
      RatioOf(
          "operations per second", workload, [](const SliceFigures& slice) { return slice.operations_per_second; },
          a.PerSecond(a.metrics.operations()), b.PerSecond(b.metrics.operations())),
  };
}

Winner WinnerOf(const Ratio& ratio) {
  if (ratio.overall > 1 && ratio.least > 1) return Winner::kFirst;
  if (ratio.overall < 1 && ratio.most > 0 && ratio.most < 1) return Winner::kSecond;
  return Winner::kNeither;
}

}  // namespace holdfast::bench
