// A latch that many may share and now and then one has alone.
//
// Sharing touches only a cache line of the thread's own, so that threads which share do not slow each other
// down; having it alone is dear. Whoever shares it must not ask for it again: an owner who waits in between
// would wait for ever.
//
// Writers come first: from the moment at which one asks for the latch alone, new readers wait until it has had it. So
// all of them wait as long as the longest shared section that is under way, and then for the exclusive one. A shared
// section must therefore be short: work of unbounded length (a sweep, a backfill) takes the latch anew for each slice
// and looks again at what it guards.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"

namespace holdfast {

class ABSL_LOCKABLE SharedLatch {
 public:
  void LockShared() ABSL_SHARED_LOCK_FUNCTION();
  void UnlockShared() ABSL_UNLOCK_FUNCTION();
  // Waits until all shared holds have ended; new ones wait meanwhile.
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION();
  void Unlock() ABSL_UNLOCK_FUNCTION();

 private:
  static constexpr size_t kSlots = 16;
  struct alignas(64) Slot {
    std::atomic<size_t> readers{0};
  };

  // The calling thread's: the same for its whole life.
  Slot& ThisThreadSlot();

  std::array<Slot, kSlots> slots_;
  alignas(64) std::atomic<bool> exclusive_requested_{false};
  // Held by whoever has it alone, or waits for that.
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
