#include "engine/base/clock.h"

#include "absl/time/clock.h"

namespace holdfast {

absl::Time SystemClock::Now() const { return absl::Now(); }

absl::Time VirtualClock::Now() const {
  LatchLock lock(&latch_);
  return now_;
}

void VirtualClock::Set(absl::Time now) {
  LatchLock lock(&latch_);
  now_ = now;
}

void VirtualClock::Advance(absl::Duration duration) {
  LatchLock lock(&latch_);
  now_ += duration;
}

}  // namespace holdfast
