// A reader-writer latch for state that many threads read and that is rarely replaced.
//
// A shared lock writes only to the cache line of the calling thread's slot, so that readers with different slots do not
// slow each other down; an exclusive lock visits every slot and is expensive. Not reentrant: a reader that locks again
// deadlocks if a writer has requested the latch in between.
//
// A writer waits for the shared sections in progress. Meanwhile new readers wait for the writer, so that it cannot
// starve, except on threads that must not wait for what others do: the event loops (ThisThreadMustNotWait). Their
// shared sections must be short. They are delayed by the exclusive section, and by attempts of the writer that last
// some milliseconds at most. Work of unbounded length on other threads (a sweep, a backfill) locks anew for each slice
// and reads the guarded state again, because the writer waits for the end of each.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
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
  // Waits until all shared locks are released.
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION();
  void Unlock() ABSL_UNLOCK_FUNCTION();

  // Declares that the calling thread, for the rest of its life, waits for the shared sections of others only as long as
  // one attempt of a writer lasts.
  static void ThisThreadMustNotWait();

 private:
  static constexpr size_t kSlots = 16;
  enum class Writer {
    kNone,
    kWaits,   // keeps out the readers that may wait
    kEnters,  // keeps out all readers: for an attempt, and while it holds the lock
  };
  struct alignas(64) Slot {
    std::atomic<size_t> readers{0};
  };

  // The calling thread's slot, the same for the life of the thread.
  Slot& ThisThreadSlot();
  // True if all readers left before `deadline`.
  bool WaitForReaders(std::chrono::steady_clock::time_point deadline) const;

  const std::optional<LatchLevel> level_;
  std::array<Slot, kSlots> slots_;
  alignas(64) std::atomic<Writer> writer_{Writer::kNone};
  // Held by the writer, from its request to its release.
  Latch exclusive_;
  // Held by the writer while `writer_` is kEnters. Locked after `exclusive_`.
  Latch entering_;
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
