#include "conformance/history/recorder.h"

#include <atomic>
#include <chrono>
#include <memory>

namespace holdfast::conformance {

MonotonicClock StartNanosecondClock() {
  using Clock = std::chrono::steady_clock;
  return [start = Clock::now()]() -> int64_t {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
  };
}

MonotonicClock CountingClock() {
  return [count = std::make_shared<std::atomic<int64_t>>(0)]() { return count->fetch_add(1) + 1; };
}

}  // namespace holdfast::conformance
