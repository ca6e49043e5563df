// What happens to tables by the clock: the steps that a control-plane operation leaves for later, such as a
// new table's becoming ACTIVE, and their running.
//
// A step is due at a time of the database's clock. Without EngineOptions::realistic_timing that is at once,
// and the operation runs it before it answers; with it, after about as long as the service takes. Then
// RunDueTransitions has to be called: every control-plane operation does at its start, and a background thread may at any
// moment.
//
// Every step is short. What takes as long as a table has items is a build, done in slices: engine/operations/builds.h.
//
// Thread safety: everything here may be called from any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/storage/item_walk.h"

namespace holdfast {

struct DatabaseState;

enum class TransitionKind {
  kTableCreated,
  kIndexedTableCreated,
  kTableDeleted,
  kThroughputChanged,
  kBillingModeChanged,
  kWarmThroughputReached,
  kStreamChanged,
  kTableClassChanged,
  kEncryptionChanged,
  // The index's resources are there, its backfill begins.
  kIndexAllocated,
  // The backfill is to be done now, and the index is ready.
  kIndexBackfilled,
  kIndexDeleted,
  kIndexThroughputChanged,
  kIndexWarmThroughputReached,
};

// Plain data, so that it means the same in a copy of the database. A step whose table or index is gone does
// nothing.
struct Transition {
  TransitionKind kind;
  uint64_t table_number = 0;
  // Of steps of an index.
  size_t index_ordinal = 0;
};

// An index, or the order of expiry, that gets its entries for the items that were there before it.
enum class BuildKind { kGlobalIndex, kExpiryOrder };

// Plain data, too: a copy of the database that is made meanwhile goes on from the same position.
struct Build {
  BuildKind kind;
  uint64_t table_number = 0;
  // The ordinal of the index, or the serial number of the order.
  uint64_t target = 0;
  WalkPosition position = {};
};

// The steps of one database, in the order in which they are due; those of one moment in the order in which
// they came.
class ScheduledTransitions {
 public:
  ScheduledTransitions() = default;
  ScheduledTransitions(const ScheduledTransitions& other)
      : transitions_(other.transitions()), builds_(other.builds()) {}
  ScheduledTransitions& operator=(const ScheduledTransitions&) = delete;

  void Add(absl::Time due, Transition transition);
  // Moves every step by `offset`: the clock was set back, and what remains of a step's delay stays the same.
  void Shift(absl::Duration offset);
  // Takes the first step away if it is due by `now`.
  std::optional<std::pair<absl::Time, Transition>> TakeDue(absl::Time now);
  // When the first step is due; nothing if there is none.
  std::optional<absl::Time> NextDue() const;

  // ---- Builds, in the order in which they began. Changed with the control-plane latch held.
  void AddBuild(Build build);
  // The first; nothing if there is none.
  std::optional<Build> FirstBuild() const;
  void SetFirstPosition(WalkPosition position);
  void RemoveFirstBuild();
  bool has_builds() const;

 private:
  using Transitions = std::multimap<absl::Time, Transition>;
  Transitions transitions() const {
    LatchLock lock(&latch_);
    return transitions_;
  }
  std::deque<Build> builds() const {
    LatchLock lock(&latch_);
    return builds_;
  }

  mutable Latch latch_;
  Transitions transitions_ ABSL_GUARDED_BY(latch_);
  std::deque<Build> builds_ ABSL_GUARDED_BY(latch_);
};

// How long a step takes after what leads to it: nothing, or with realistic timing about what was measured.
absl::Duration DelayOf(const DatabaseState& database, TransitionKind kind);
// Leaves a step for when its delay has passed from `now`.
void ScheduleTransition(DatabaseState& database, absl::Time now, Transition transition);

// Runs every step that is due by the database's clock. Takes the control-plane latch, if there is anything to
// do.
void RunDueTransitions(DatabaseState& database);
// The same for a caller who has the latch.
void RunDueTransitionsLatched(DatabaseState& database);

}  // namespace holdfast
