#include "engine/database/call_rate.h"

namespace holdfast {

bool CallRate::Take(absl::Time now) {
  LatchLock lock(&latch_);
  calls_left_.Fill(per_second_, per_second_, now);
  if (calls_left_.tokens < 1) return false;
  calls_left_.tokens -= 1;
  return true;
}

}  // namespace holdfast
