// A call on another thread, to test whether it waits for this thread, for example for a lock that this thread holds.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include "absl/time/clock.h"

namespace holdfast::testing {

class ConcurrentCall {
 public:
  explicit ConcurrentCall(std::function<void()> call)
      : thread_([this, call = std::move(call)] {
          call();
          ended_ = true;
        }) {}
  ~ConcurrentCall() { thread_.join(); }
  ConcurrentCall(const ConcurrentCall&) = delete;
  ConcurrentCall& operator=(const ConcurrentCall&) = delete;

  bool ended() const { return ended_; }
  // Returns whether the call is still running after 200 ms. A call that does not wait takes microseconds, so it has
  // ended by then even on a busy machine.
  bool Waits() const {
    for (int i = 0; i < 200 && !ended_; ++i) absl::SleepFor(absl::Milliseconds(1));
    return !ended_;
  }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace holdfast::testing
