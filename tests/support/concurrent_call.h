// A call on another thread, to see whether it waits for what this thread holds or does.
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

  // Whether the call has not ended. A call that does not wait takes microseconds and has ended long before this
  // returns, however busy the machine is; one that waits has not, however long this takes.
  bool Waits() const {
    for (int i = 0; i < 200 && !ended_; ++i) absl::SleepFor(absl::Milliseconds(1));
    return !ended_;
  }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace holdfast::testing
