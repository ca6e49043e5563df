#include "bench/runner/bench_run.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "bench/runner/ticker.h"
#include "bench/runner/trial.h"
#include "conformance/client/interruption.h"
#include "conformance/report/readable_text.h"
#include "conformance/runner/seeds.h"

namespace holdfast::bench {
namespace {

constexpr std::chrono::milliseconds kProgressPeriod{500};
// A comparison's slices are short, so that other load of the machine affects both endpoints alike, and long enough that
// the median of each slice is meaningful.
constexpr int kSlicePairs = 10;
constexpr Nanoseconds kSliceMin = std::chrono::milliseconds(500);

class WorkloadRun {
 public:
  WorkloadRun(const BenchOptions& options, const WorkloadRow& row, std::function<void(const ProgressNote&)> show)
      : options_(options), row_(row), show_(std::move(show)) {}

  WorkloadResult Run() {
    WorkloadResult result;
    result.name = row_.name;
    result.sentence = row_.sentence;
    result.invariant = row_.invariant;
    result.prize = row_.prize;
    result.endpoints.resize(options_.endpoints.size());
    SetUp(&result);
    for (size_t i = 0; i < trials_.size(); ++i) {
      RunStep(i, &result, "warming up", options_.warm_up, [](Trial& trial) { trial.WarmUp(); });
    }
    MeasureAlternating(&result);
    for (size_t i = 0; i < trials_.size(); ++i) {
      RunStep(i, &result, "checking", Nanoseconds(0), [&](Trial& trial) { result.endpoints[i] = trial.Finish(); });
    }
    return result;
  }

 private:
  void SetUp(WorkloadResult* result) {
    for (size_t i = 0; i < options_.endpoints.size(); ++i) {
      const conformance::EndpointUrl& url = options_.endpoints[i];
      result->endpoints[i].endpoint = url.scheme + "://" + url.HostHeader();
      trials_.push_back(nullptr);
      try {
        trials_.back() = std::make_unique<Trial>(options_, row_, url, conformance::NewRunTag());
      } catch (const conformance::SetupFailed& problem) {
        result->endpoints[i].not_run = problem.what();
      }
    }
  }

  // Measures the endpoints in the order A, B, then B, A, and so on, so that neither always comes first.
  void MeasureAlternating(WorkloadResult* result) {
    const Nanoseconds all = options_.load.measured;
    const bool compares = trials_.size() > 1;
    const Nanoseconds slice = compares ? std::max(kSliceMin, all / kSlicePairs) : all;
    bool backwards = false;
    for (Nanoseconds done(0); done < all; done += slice, backwards = !backwards) {
      const Nanoseconds length = std::min(slice, all - done);
      for (size_t turn = 0; turn < trials_.size(); ++turn) {
        const size_t i = backwards ? trials_.size() - 1 - turn : turn;
        RunStep(i, result, "measuring", all - done, [length](Trial& trial) { trial.Measure(length); });
      }
    }
  }

  // Runs one step of one trial, and shows progress meanwhile. Does nothing if the trial failed before; after an
  // interruption only the last step runs.
  void RunStep(size_t i, WorkloadResult* result, const std::string& doing, Nanoseconds left,
               const std::function<void(Trial&)>& step) {
    const bool last = doing == "checking";
    if (trials_[i] == nullptr || (conformance::Interrupted() && !last)) return;
    try {
      const Ticker ticker(kProgressPeriod, ProgressTick(*trials_[i], result->endpoints[i].endpoint, doing, left));
      step(*trials_[i]);
    } catch (const conformance::SetupFailed& problem) {
      result->endpoints[i].not_run = problem.what();
      trials_[i] = nullptr;
    }
  }

  std::function<void()> ProgressTick(const Trial& trial, std::string endpoint, std::string doing,
                                     Nanoseconds left) const {
    return [this, &trial, endpoint = std::move(endpoint), doing = std::move(doing), end = Clock::now() + left] {
      const double seconds = std::chrono::duration<double>(end - Clock::now()).count();
      show_({std::string(row_.name), endpoint, doing, std::max(0.0, seconds), trial.progress().operations(),
             trial.progress().got(), trial.progress().refused()});
    };
  }

  const BenchOptions& options_;
  const WorkloadRow& row_;
  const std::function<void(const ProgressNote&)> show_;
  std::vector<std::unique_ptr<Trial>> trials_;
};

}  // namespace

BenchReport RunBench(const BenchOptions& options, const std::function<void(const ProgressNote&)>& show) {
  BenchReport report;
  report.region = options.load.endpoint.region;
  double load = 0;
  if (getloadavg(&load, 1) == 1) report.machine_load = load / std::max(1U, std::thread::hardware_concurrency());
  report.started = conformance::NowInUtc();
  report.seed = options.load.seed;
  report.clients = options.load.clients;
  report.threads = options.load.threads;
  report.rate = options.load.arrivals.per_second;
  report.think = options.load.think;
  report.poisson = options.load.arrivals.poisson;
  report.retry_policy = RetryModeName(options.load.retry.mode);
  if (options.load.retry.retry_conflicts) report.retry_policy += ", conflicts too";
  for (const WorkloadRow* row : options.workloads) {
    if (conformance::Interrupted()) break;
    report.workloads.push_back(WorkloadRun(options, *row, show).Run());
  }
  return report;
}

}  // namespace holdfast::bench
