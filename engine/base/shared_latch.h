// A reader-writer latch for state that many threads read and that is rarely replaced.
//
// A shared lock writes only to the cache line of the calling thread's slot, so that readers do not slow each other
// down; an exclusive lock visits every slot and is expensive. Not reentrant: a reader that locks again deadlocks if a
// writer has requested the latch in between.
//
// Writers have priority: from the moment a writer requests the latch, new readers wait until this writer has released
// it. They all wait for the longest shared section in progress, and then for the exclusive section. A shared section
// must therefore be short: work of unbounded length (a sweep, a backfill) locks anew for each slice and reads the
// guarded state again.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/latch_order.h"

namespace holdfast {

class ABSL_LOCKABLE SharedLatch {
 public:
  SharedLatch() = default;
  explicit SharedLatch(LatchLevel level) : level_(level) {}

  void LockShared() ABSL_SHARED_LOCK_FUNCTION();
  void UnlockShared() ABSL_UNLOCK_FUNCTION();
  // Waits until all shared locks are released; new readers wait meanwhile.
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION();
  void Unlock() ABSL_UNLOCK_FUNCTION();

 private:
  static constexpr size_t kSlots = 16;
  struct alignas(64) Slot {
    std::atomic<size_t> readers{0};
  };

  // The calling thread's slot, the same for the life of the thread.
  Slot& ThisThreadSlot();

  const std::optional<LatchLevel> level_;
  std::array<Slot, kSlots> slots_;
  alignas(64) std::atomic<bool> exclusive_requested_{false};
  // Held by the writer, from its request to its release.
  Latch exclusive_;
};

class ABSL_SCOPED_LOCKABLE SharedLock {
 public:
  explicit SharedLock(SharedLatch* latch) ABSL_SHARED_LOCK_FUNCTION(latch) : latch_(latch) { latch_->LockShared(); }
  ~SharedLock() ABSL_UNLOCK_FUNCTION() { latch_->UnlockShared(); }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  SharedLatch* latch_;
};

class ABSL_SCOPED_LOCKABLE ExclusiveLock {
 public:
  explicit ExclusiveLock(SharedLatch* latch) ABSL_EXCLUSIVE_LOCK_FUNCTION(latch) : latch_(latch) { latch_->Lock(); }
  ~ExclusiveLock() ABSL_UNLOCK_FUNCTION() { latch_->Unlock(); }
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 private:
  SharedLatch* latch_;
};

}  // namespace holdfast
