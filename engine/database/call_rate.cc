#include "engine/database/call_rate.h"

#include <algorithm>

namespace holdfast {

bool CallRate::Take(absl::Time now) {
  LatchLock lock(&latch_);
  // After the clock was set back, the rate counts from the new time on.
  const double seconds = std::max(0.0, absl::ToDoubleSeconds(now - filled_));
  calls_left_ = std::min(per_second_, calls_left_ + seconds * per_second_);
  filled_ = now;
  if (calls_left_ < 1) return false;
  calls_left_ -= 1;
  return true;
}

}  // namespace holdfast
