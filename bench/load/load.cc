#include "bench/load/load.h"

#include <optional>
#include <thread>
#include <utility>

namespace holdfast::bench {

Load::Load(LoadSettings settings, Workload* workload) : settings_(std::move(settings)) {
  std::string failure;
  addresses_ = Resolve(settings_.endpoint.url, &failure);
  if (!failure.empty()) throw conformance::SetupFailed(failure);
  if (!AllowConnections(settings_.clients)) {
    throw conformance::SetupFailed("the machine does not allow so many connections (see `ulimit -Hn`)");
  }
  for (int number = 0; number < settings_.threads; ++number) {
    threads_.push_back(std::make_unique<LoadThread>(settings_, number, addresses_, workload, &progress_));
  }
}

Tally Load::Run(Nanoseconds length, Nanoseconds measured_before) {
  const Moment begin = Clock::now();
  const Stretch stretch = {begin, begin + length, measured_before, runs_++};
  std::vector<std::optional<Tally>> tallies(threads_.size());
  std::vector<std::thread> running;
  for (size_t i = 0; i < threads_.size(); ++i) {
    running.emplace_back([this, i, &stretch, &tallies] { tallies[i] = threads_[i]->Run(stretch); });
  }
  for (std::thread& thread : running) thread.join();
  Tally all(settings_.clients, settings_.measured, settings_.timeline_width);
  for (const std::optional<Tally>& tally : tallies) all.Add(*tally);
  return all;
}

}  // namespace holdfast::bench
