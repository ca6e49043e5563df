// Time is injected: the rules of DynamoDB follow the database's clock. Only idleness (coarse_time.h) and limits on the
// time of one piece of work follow the machine's.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"

namespace holdfast {

// The times that a database's clock can show: the years 1 to 9999. Every text format can represent them, and no
// duration that the engine adds or subtracts makes them overflow.
constexpr absl::Time kTimeMin = absl::FromUnixSeconds(-62'135'596'800);
constexpr absl::Time kTimeMax = absl::FromUnixSeconds(253'402'300'799);
constexpr bool IsInTimeRange(absl::Time time) { return time >= kTimeMin && time <= kTimeMax; }
// The nearest time in that range.
constexpr absl::Time ClampTime(absl::Time time) {
  return time < kTimeMin ? kTimeMin : time > kTimeMax ? kTimeMax : time;
}

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual absl::Time Now() const = 0;
};

// The machine's clock.
class SystemClock final : public Clock {
 public:
  absl::Time Now() const override;
};

// A clock that stands still until Set or Advance is called.
class VirtualClock final : public Clock {
 public:
  explicit VirtualClock(absl::Time now) : now_(now) {}
  absl::Time Now() const override;
  void Set(absl::Time now);
  void Advance(absl::Duration duration);

 private:
  mutable Latch latch_;
  absl::Time now_ ABSL_GUARDED_BY(latch_);
};

// A change of a DatabaseClock's setting. A ClockChange with the default values stops the clock at its current time.
struct ClockChange {
  // If true, the clock follows its source again, and the other members are ignored.
  bool follow_source = false;
  // The time at which the clock stops, by default its current time, and a duration that is added to this time.
  std::optional<absl::Time> stop_at = std::nullopt;
  absl::Duration advance = absl::ZeroDuration();
};

// A database's own clock: follows another clock, its source, until it is stopped. While it is stopped, it is virtual:
// its time changes only when it is set or advanced. It always shows a time between kTimeMin and kTimeMax, to which
// other times are clamped.
class DatabaseClock final : public Clock {
 public:
  explicit DatabaseClock(std::shared_ptr<const Clock> source) : source_(std::move(source)) {}
  // Shows the same time as `other`, and is stopped if `other` is.
  DatabaseClock(const DatabaseClock& other) : source_(other.source_), stopped_at_(other.stopped_at()) {}
  DatabaseClock& operator=(const DatabaseClock&) = delete;

  absl::Time Now() const override;
  bool is_virtual() const { return stopped_at().has_value(); }

  void Apply(const ClockChange& change);
  // The time that the clock would show right after `change`; but a time at which it would stop is not clamped, so that
  // the caller can refuse a change that leaves the range.
  absl::Time TimeAfter(const ClockChange& change) const;
  // Whether both clocks follow their source, or both are stopped and show the same time.
  bool HasSameSettingAs(const DatabaseClock& other) const { return stopped_at() == other.stopped_at(); }
  // Stops this clock at the time that `other` shows, if `other` is stopped; otherwise follows the source.
  void CopySettingFrom(const DatabaseClock& other);

 private:
  std::optional<absl::Time> stopped_at() const;

  const std::shared_ptr<const Clock> source_;
  mutable Latch latch_;
  std::optional<absl::Time> stopped_at_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
