#include "engine/base/stored_bytes.h"

#include <algorithm>

#include "engine/base/thread_number.h"

namespace holdfast {

std::array<StoredBytes::Slot, StoredBytes::kSlots> StoredBytes::slots_;
alignas(64) std::atomic<int64_t> StoredBytes::total_{0};

size_t StoredBytes::Total() {
  return static_cast<size_t>(std::max<int64_t>(0, total_.load(std::memory_order_relaxed)));
}

void StoredBytes::Adjust(int64_t bytes) {
  std::atomic<int64_t>& slot = slots_[ThreadNumber() % kSlots].bytes;
  const int64_t changed = slot.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (changed < kFlushThreshold && changed > -kFlushThreshold) return;
  total_.fetch_add(slot.exchange(0, std::memory_order_relaxed), std::memory_order_relaxed);
}

}  // namespace holdfast
