#include "engine/operations/due_work.h"

#include <utility>

#include "engine/operations/database_state.h"
#include "engine/operations/table_transitions.h"

namespace holdfast {

void DueWork::Add(absl::Time due, DueStep step) {
  LatchLock lock(&latch_);
  steps_.emplace(due, step);
}

void DueWork::Shift(absl::Duration offset) {
  LatchLock lock(&latch_);
  Steps shifted;
  for (const auto& [due, step] : steps_) shifted.emplace_hint(shifted.end(), due + offset, step);
  steps_ = std::move(shifted);
}

std::optional<std::pair<absl::Time, DueStep>> DueWork::TakeDue(absl::Time now) {
  LatchLock lock(&latch_);
  if (steps_.empty() || steps_.begin()->first > now) return std::nullopt;
  const std::pair<absl::Time, DueStep> first = *steps_.begin();
  steps_.erase(steps_.begin());
  return first;
}

std::optional<absl::Time> DueWork::NextDue() const {
  LatchLock lock(&latch_);
  if (steps_.empty()) return std::nullopt;
  return steps_.begin()->first;
}

void DueWork::AddBuild(Build build) {
  LatchLock lock(&latch_);
  builds_.push_back(std::move(build));
}

std::optional<Build> DueWork::FirstBuild() const {
  LatchLock lock(&latch_);
  if (builds_.empty()) return std::nullopt;
  return builds_.front();
}

void DueWork::SetFirstPosition(WalkPosition position) {
  LatchLock lock(&latch_);
  builds_.front().position = std::move(position);
}

void DueWork::RemoveFirstBuild() {
  LatchLock lock(&latch_);
  builds_.pop_front();
}

bool DueWork::has_builds() const {
  LatchLock lock(&latch_);
  return !builds_.empty();
}

absl::Duration DelayOf(const DatabaseState& database, DueStepKind kind) {
  if (!database.options.realistic_timing) return absl::ZeroDuration();
  switch (kind) {
    case DueStepKind::kTableCreated:
      return absl::Seconds(4);
    case DueStepKind::kIndexedTableCreated:
      return absl::Seconds(18);
    case DueStepKind::kTableDeleted:
      return absl::Seconds(5);
    case DueStepKind::kThroughputChanged:
      return absl::Seconds(2);
    // Seen: 2 to 170 s to on demand, 60 to 98 s back.
    case DueStepKind::kBillingModeChanged:
      return absl::Seconds(80);
    case DueStepKind::kStreamChanged:
      return absl::Seconds(5);
    case DueStepKind::kTableClassChanged:
      // Was not captured.
      return absl::Seconds(30);
    case DueStepKind::kEncryptionChanged:
      return absl::Seconds(22);
    case DueStepKind::kWarmThroughputReached:
    case DueStepKind::kIndexWarmThroughputReached:
      return absl::Minutes(3);
    case DueStepKind::kIndexAllocated:
      return absl::Seconds(40);
    case DueStepKind::kIndexBackfilled:
      return absl::Seconds(520);
    case DueStepKind::kIndexDeleted:
      return absl::Seconds(4);
    case DueStepKind::kIndexThroughputChanged:
      return absl::Seconds(3);
  }
  return absl::ZeroDuration();
}

void ScheduleStep(DatabaseState& database, absl::Time now, DueStep step) {
  database.due_work.Add(now + DelayOf(database, step.kind), step);
}

void RunDueWork(DatabaseState& database) {
  const std::optional<absl::Time> next = database.due_work.NextDue();
  if (!next.has_value() || *next > database.clock->Now()) return;
  LatchLock lock(&database.control_plane);
  RunDueWorkLatched(database);
}

void RunDueWorkLatched(DatabaseState& database) {
  const absl::Time now = database.clock->Now();
  while (const std::optional<std::pair<absl::Time, DueStep>> step = database.due_work.TakeDue(now)) {
    // At the time at which it was due, so that a clock that jumps leaves the same behind as one that ticks.
    RunStep(database, step->first, step->second);
  }
}

}  // namespace holdfast
