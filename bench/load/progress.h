// Counters that a progress display reads during a run.
#pragma once

#include <atomic>
#include <cstdint>

#include "bench/measure/metrics.h"

namespace holdfast::bench {

// Thread-safe.
class Progress {
 public:
  void Count(Outcome outcome) {
    operations_.fetch_add(1, std::memory_order_relaxed);
    if (outcome == Outcome::kSucceeded) got_.fetch_add(1, std::memory_order_relaxed);
    if (IsRefusal(outcome)) refused_.fetch_add(1, std::memory_order_relaxed);
  }

  int64_t operations() const { return operations_.load(std::memory_order_relaxed); }
  int64_t got() const { return got_.load(std::memory_order_relaxed); }
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int64_t> operations_ = 0;
  std::atomic<int64_t> got_ = 0;
  std::atomic<int64_t> refused_ = 0;
};

}  // namespace holdfast::bench
