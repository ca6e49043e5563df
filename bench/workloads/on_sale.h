// Which slots (or products) are currently on sale. Each kind of slot is a numbered series, of which one slot is on sale
// at a time. When it is sold, the next slot of the series goes on sale, so that contention lasts as long as the run.
//
//   kind 0   1st  2nd  3rd  4th ◄ on sale      the slots before the current one were marked as sold
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

  // The number of the slot of this kind that is on sale. The first call for a slot records `now` as the time when a
  // client first wanted it.
  int64_t CurrentNumber(size_t kind, TimePoint now);
  // Marks this slot as sold. Returns the time since a client first wanted it, or nothing if it was marked before.
  std::optional<Nanoseconds> MarkSold(size_t kind, int64_t number, TimePoint now);

 private:
  struct Kind {
    int64_t current = 0;
    std::optional<TimePoint> wanted_since;
  };

  // Not absl::Mutex: ThreadSanitizer does not see the synchronisation of Debian's build of it.
  std::mutex mutex_;
  std::vector<Kind> kinds_;  // guarded by mutex_
};

}  // namespace holdfast::bench
