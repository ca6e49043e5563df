// Does a call wait for a latch?
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "absl/time/clock.h"
#include "engine/base/latch.h"

namespace holdfast::testing {

// Runs `call` on another thread while this one holds `latch`, and answers whether it waited. `while_held` runs just
// before the latch is released; at the return the call has ended.
inline bool WaitsFor(
    Latch& latch, const std::function<void()>& call, const std::function<void()>& while_held = [] {}) {
  std::atomic<bool> ended = false;
  std::thread caller;
  bool waited = false;
  {
    LatchLock lock(&latch);
    caller = std::thread([&] {
      call();
      ended = true;
    });
    // A call takes microseconds. One that does not wait has ended long before, however busy the machine is; one that
    // waits has not, however long this takes.
    for (int i = 0; i < 200 && !ended; ++i) absl::SleepFor(absl::Milliseconds(1));
    waited = !ended;
    while_held();
  }
  caller.join();
  return waited;
}

}  // namespace holdfast::testing
