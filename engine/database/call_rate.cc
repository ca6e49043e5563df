#include "engine/database/call_rate.h"

#include <algorithm>

namespace holdfast {

bool CallRate::Take(absl::Time now) {
  LatchLock lock(&latch_);
  const double seconds = std::max(0.0, absl::ToDoubleSeconds(now - filled_));
  calls_left_ = std::min(per_second_, calls_left_ + seconds * per_second_);
  const bool was_set_back = filled_ - now > absl::Seconds(1);
  if (now > filled_ || was_set_back) filled_ = now;
  if (calls_left_ < 1) return false;
  calls_left_ -= 1;
  return true;
}

}  // namespace holdfast
