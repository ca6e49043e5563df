// Time is handed in: everything timed reads the database's clock and nothing else.
#pragma once

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"

namespace holdfast {

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

// A clock that stands still until it is told to move.
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

}  // namespace holdfast
