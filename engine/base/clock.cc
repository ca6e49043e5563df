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

void DatabaseClock::StopAt(absl::Time now) {
  LatchLock lock(&latch_);
  stopped_at_ = ClampTime(now);
}

void DatabaseClock::Advance(absl::Duration duration) {
  LatchLock lock(&latch_);
  // Adding an infinite duration gives an infinite time, which ClampTime handles like any other.
  stopped_at_ = ClampTime(stopped_at_.value_or(ClampTime(source_->Now())) + duration);
}

void DatabaseClock::Start() {
  LatchLock lock(&latch_);
  stopped_at_.reset();
}

void DatabaseClock::Apply(const ClockChange& change) {
  if (change.follow_source) return Start();
  LatchLock lock(&latch_);
  const absl::Time from = change.stop_at.value_or(stopped_at_.value_or(ClampTime(source_->Now())));
  stopped_at_ = ClampTime(ClampTime(from) + change.advance);
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
