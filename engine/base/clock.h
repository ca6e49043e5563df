// Time is handed in: everything timed reads the database's clock and nothing else.
#pragma once

#include <memory>
#include <optional>
#include <utility>

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

// A database's own clock: goes with another one, until somebody stops it. From then on it is virtual: it
// stands still until it is told to move.
class DatabaseClock final : public Clock {
 public:
  explicit DatabaseClock(std::shared_ptr<const Clock> source) : source_(std::move(source)) {}
  // Shows what the other shows, and stands still if that does.
  DatabaseClock(const DatabaseClock& other) : source_(other.source_), stopped_at_(other.stopped_at()) {}
  DatabaseClock& operator=(const DatabaseClock&) = delete;

  absl::Time Now() const override;
  bool is_virtual() const { return stopped_at().has_value(); }

  void StopAt(absl::Time now);
  // Stops it if it goes.
  void Advance(absl::Duration duration);
  // Goes with its source again.
  void Start();
  // Shows what the other shows, as a copy of it would.
  void SetTo(const DatabaseClock& other);

 private:
  std::optional<absl::Time> stopped_at() const;

  const std::shared_ptr<const Clock> source_;
  mutable Latch latch_;
  std::optional<absl::Time> stopped_at_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
