#include "bench/runner/ticker.h"

#include <utility>

namespace holdfast::bench {

Ticker::Ticker(std::chrono::milliseconds period, std::function<void()> tick)
    : thread_([this, period, tick = std::move(tick)] {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!stopped_.wait_for(lock, period, [this] { return stop_; })) tick();
      }) {}

Ticker::~Ticker() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

}  // namespace holdfast::bench
