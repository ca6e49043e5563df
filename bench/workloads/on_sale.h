// Which slots (or products) are on sale just now. When one is gone, the next of its kind goes on sale, so that there is
// a last one to fight for as long as a run lasts.
//
//   kind 0   1st  2nd  3rd  4th ◄ on sale      what is behind the current one is sold, or given up
//   kind 1   1st  2nd ◄ on sale
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "bench/measure/clock.h"

namespace holdfast::bench {

// Thread-safe.
class OnSale {
 public:
  explicit OnSale(size_t kinds) : kinds_(kinds) {}

  // The number of the one of this kind that a client now tries to get.
  int64_t CurrentNumber(size_t kind, TimePoint now);
  // This one is gone. If nobody knew yet: since when it had been wanted.
  std::optional<Nanoseconds> MarkSold(size_t kind, int64_t number, TimePoint now);

 private:
  struct Kind {
    int64_t current = 0;
    std::optional<TimePoint> wanted_since;
  };

  // Not absl::Mutex: Debian's is invisible to ThreadSanitizer.
  std::mutex mutex_;
  std::vector<Kind> kinds_;  // guarded by mutex_
};

}  // namespace holdfast::bench
