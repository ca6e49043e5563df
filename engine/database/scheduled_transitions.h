// A transition is a change of a table's state that a control-plane operation schedules for a time of the database's
// clock: a new table becomes ACTIVE, for example. Backups become AVAILABLE in this way, too.
//
// Without EngineOptions::realistic_timing a transition is due at once, and the operation runs it before it returns.
// With it, a transition is due after about as long as the service takes, and runs when RunDueTransitions is called:
// the operations listed at Database::RunDueTransitions (engine/database.h) do that first, and a background thread may
// at any time.
//
// Work proportional to a table's items is a build, done in slices (engine/database/builds.h). Only for a small table,
// or without a background worker, the transition that begins a build completes it.
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
  // The allocation of the index's resources is over, and its backfill begins.
  kIndexAllocated,
  // The duration of a backfill has passed: the index is built now, and then becomes ACTIVE.
  kIndexBackfilled,
  kIndexDeleted,
  kIndexThroughputChanged,
  kIndexWarmThroughputReached,
  kBackupCreated,
  // The duration of a restore has passed: the parts that the table lacks are built now, and it becomes ACTIVE.
  kTableRestored,
  // A replica, in the Region where it is created: its indexes are built now, and the table becomes ACTIVE.
  kReplicaCreated,
  // In the Region of the request that created or deleted a replica: the table is not UPDATING any more.
  kReplicasChanged,
};

// Plain data, so that it is valid in a copy of the database. A transition whose table, index or backup no longer exists
// does nothing.
struct Transition {
  TransitionKind kind;
  uint64_t table_number = 0;
  // Used only by transitions of an index.
  size_t index_ordinal = 0;
  // Used only by transitions of a backup, whose table need not exist.
  uint64_t backup_number = 0;
};

// The structures that a build can fill with entries for existing items: an index, or an ExpiryOrder
// (engine/tables/expiry_order.h); or all that a restored table lacks (engine/database/table_restore.h).
enum class BuildKind { kGlobalIndex, kExpiryOrder, kRestore };

// Plain data, too: a copy of the database continues from the same position.
struct Build {
  BuildKind kind;
  uint64_t table_number = 0;
  // The ordinal of the index, ExpiryOrder::serial(), or the step of the restore (ContinueRestore).
  uint64_t target = 0;
  WalkPosition position = {};
};

// The transitions of one database, ordered by the time they are due, and by insertion among equal times; and its
// builds.
class ScheduledTransitions {
 public:
  ScheduledTransitions() = default;
  ScheduledTransitions(const ScheduledTransitions& other)
      : transitions_(other.transitions()), builds_(other.builds()) {}
  ScheduledTransitions& operator=(const ScheduledTransitions&) = delete;

  void Add(absl::Time due, Transition transition);
  // Moves every transition by `offset`: the clock was set back, and the remaining delays stay the same.
  void Shift(absl::Duration offset);
  // The first transition, if it is due by `now`.
  std::optional<std::pair<absl::Time, Transition>> FirstDue(absl::Time now) const;
  // The caller has held the control-plane latch since FirstDue returned this transition.
  void RemoveFirst();
  // When the first transition is due; nothing if there is none.
  std::optional<absl::Time> NextDue() const;

  // ---- Builds, in the order in which they began. Changed with the control-plane latch held.
  void AddBuild(Build build);
  // The first; nothing if there is none.
  std::optional<Build> FirstBuild() const;
  void SetFirstBuild(Build build);
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

// The delay of a transition after the event that schedules it: zero, or with realistic timing about as long as on the
// service.
absl::Duration DelayOf(const DatabaseState& database, TransitionKind kind);
// Schedules a transition for `now` plus its delay.
void ScheduleTransition(DatabaseState& database, absl::Time now, Transition transition);

// Runs every transition that is due by the database's clock. Takes the control-plane latch if any is due.
void RunDueTransitions(DatabaseState& database);
// The same for a caller that has a ControlPlaneLock.
void RunDueTransitionsLatched(DatabaseState& database);

}  // namespace holdfast
