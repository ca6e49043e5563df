#include "server/background_work.h"

#include <chrono>

#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

using Clock = std::chrono::steady_clock;

// How often the thread looks for work that has fallen due, and so the precision of the times of status changes.
constexpr std::chrono::milliseconds kTick(500);
// How long an expired item stays, at most, after the delay of --late-ttl.
constexpr std::chrono::seconds kSweepInterval(10);
// How long one call of the engine runs slices of work, after which this thread checks whether a sweep is due.
constexpr absl::Duration kBudget = absl::Milliseconds(10);

}  // namespace

BackgroundWorker::BackgroundWorker(Engine* engine) : engine_(engine), thread_([this] { Run(); }) {
  engine_->SetBackgroundWorker([this] { Wake(); });
}

BackgroundWorker::~BackgroundWorker() {
  engine_->SetBackgroundWorker(nullptr);
  stop_ = true;
  Wake();
  thread_.join();
}

void BackgroundWorker::Wake() {
  {
    std::lock_guard lock(mutex_);
    woken_ = true;
  }
  wake_.notify_one();
}

void BackgroundWorker::Run() {
  Clock::time_point next_sweep = Clock::now() + kSweepInterval;
  bool sweep = false;
  bool more = false;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (!more) wake_.wait_for(lock, kTick, [this] { return woken_; });
      woken_ = false;
    }
    if (stop_) return;
    if (Clock::now() >= next_sweep) {
      sweep = true;
      next_sweep = Clock::now() + kSweepInterval;
    }
    more = RunSlices(sweep);
    if (!more) sweep = false;
  }
}

bool BackgroundWorker::RunSlices(bool sweep) {
  try {
    return engine_->RunBackgroundWork(kBudget, sweep, &stop_);
  } catch (...) {
    // Out of memory. Unfinished work stays due, and is tried again at the next tick; expired items wait for the next
    // sweep.
    LogException("background work");
    return false;
  }
}

}  // namespace holdfast::server
