#include "bench/load/load.h"

#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "bench/load/connection_limit.h"

namespace holdfast::bench {

Load::Load(LoadSettings settings, Workload* workload) : settings_(std::move(settings)) {
  std::string failure;
  addresses_ = conformance::Resolve(settings_.endpoint.url, &failure);
  if (!failure.empty()) throw conformance::SetupFailed(failure);
  if (!AllowConnections(settings_.clients * settings_.loads)) {
    throw conformance::SetupFailed("the machine does not allow so many connections (see `ulimit -Hn`)");
  }
  for (int number = 0; number < settings_.threads; ++number) {
    threads_.push_back(std::make_unique<LoadThread>(settings_, number, addresses_, workload, &progress_));
  }
}

Metrics Load::Run(Nanoseconds length, Nanoseconds measured_before) {
  const TimePoint begin = Clock::now();
  const MeasurementWindow window = {begin, begin + length, measured_before, runs_++};
  std::vector<std::optional<Metrics>> thread_metrics(threads_.size());
  std::vector<std::thread> running;
  for (size_t i = 0; i < threads_.size(); ++i) {
    running.emplace_back([this, i, &window, &thread_metrics] { thread_metrics[i] = threads_[i]->Run(window); });
  }
  for (std::thread& thread : running) thread.join();
  Metrics all(settings_.clients, settings_.measured, settings_.timeline_width);
  for (const std::optional<Metrics>& metrics : thread_metrics) all.Add(*metrics);
  return all;
}

}  // namespace holdfast::bench
