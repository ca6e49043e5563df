// Tests whether a call waits for a latch.
#pragma once

#include <functional>
#include <optional>

#include "engine/base/latch.h"
#include "tests/support/concurrent_call.h"

namespace holdfast::testing {

// Runs `call` on another thread while this thread holds `latch`, and returns whether the call waited. `while_held` runs
// just before the latch is released. When this function returns, the call has ended.
inline bool WaitsFor(
    Latch& latch, const std::function<void()>& call, const std::function<void()>& while_held = [] {}) {
  std::optional<ConcurrentCall> concurrent;
  LatchLock lock(&latch);
  concurrent.emplace(call);
  const bool waited = concurrent->Waits();
  while_held();
  return waited;
}

}  // namespace holdfast::testing
