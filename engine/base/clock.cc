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

absl::Time DatabaseClock::Now() const {
  const std::optional<absl::Time> stopped = stopped_at();
  return stopped.has_value() ? *stopped : ClampTime(source_->Now());
}

void DatabaseClock::Apply(const ClockChange& change) {
  LatchLock lock(&latch_);
  if (change.follow_source) {
    stopped_at_.reset();
    return;
  }
  const absl::Time current = stopped_at_.has_value() ? *stopped_at_ : ClampTime(source_->Now());
  // Adding an infinite duration gives an infinite time, which ClampTime handles like any other.
  stopped_at_ = ClampTime(change.stop_at.value_or(current) + change.advance);
}

absl::Time DatabaseClock::TimeAfter(const ClockChange& change) const {
  if (change.follow_source) return ClampTime(source_->Now());
  return change.stop_at.value_or(Now()) + change.advance;
}

void DatabaseClock::CopySettingFrom(const DatabaseClock& other) {
  const std::optional<absl::Time> stopped = other.stopped_at();
  LatchLock lock(&latch_);
  stopped_at_ = stopped;
}

std::optional<absl::Time> DatabaseClock::stopped_at() const {
  LatchLock lock(&latch_);
  return stopped_at_;
}

}  // namespace holdfast
