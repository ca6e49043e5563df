// The lock of an operation that changes tables, or of background work that does.
#pragma once

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/memory_reserve.h"
#include "engine/database/database_state.h"

namespace holdfast {

// Holds DatabaseState::control_plane. Its thread may use the memory reserve meanwhile, so that a change does not end
// half way because memory runs out.
class ABSL_SCOPED_LOCKABLE ControlPlaneLock {
 public:
  // Throws std::bad_alloc if the reserve is incomplete and there is no memory to refill it.
  explicit ControlPlaneLock(DatabaseState& database) ABSL_EXCLUSIVE_LOCK_FUNCTION(database.control_plane)
      : latch_(&database.control_plane) {
    MemoryReserve::Refill();
    latch_->Lock();
  }
  ~ControlPlaneLock() ABSL_UNLOCK_FUNCTION() { latch_->Unlock(); }
  ControlPlaneLock(const ControlPlaneLock&) = delete;
  ControlPlaneLock& operator=(const ControlPlaneLock&) = delete;

 private:
  Latch* const latch_;
  const MemoryReserve::Use reserve_;
};

}  // namespace holdfast
