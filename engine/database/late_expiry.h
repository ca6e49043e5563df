// The least time between the expiry of an item and its deletion by a sweep, for all databases of an engine
// (Engine::SetTimeToLiveDelay).
//
// The service "typically deletes expired items within a few days of their expiration". Without a delay a sweep deletes
// every item that has expired, so a program that wrongly relies on expired items being deleted never fails.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
#pragma once

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"

namespace holdfast {

// Thread-safe.
class LateExpiry {
 public:
  absl::Duration delay() const { return absl::Seconds(delay_seconds_.load(std::memory_order_relaxed)); }
  void set_delay(absl::Duration delay) { delay_seconds_.store(absl::ToInt64Seconds(delay), std::memory_order_relaxed); }

  // How often a sweep has skipped an expired item because of the delay.
  uint64_t items_skipped() const { return items_skipped_.load(std::memory_order_relaxed); }
  void CountSkipped(uint64_t items) { items_skipped_.fetch_add(items, std::memory_order_relaxed); }

 private:
  std::atomic<int64_t> delay_seconds_{0};
  std::atomic<uint64_t> items_skipped_{0};
};

}  // namespace holdfast
