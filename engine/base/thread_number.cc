#include "engine/base/thread_number.h"

#include <atomic>

namespace holdfast {

size_t ThreadNumber() {
  static std::atomic<size_t> next{0};
  static thread_local const size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace holdfast
