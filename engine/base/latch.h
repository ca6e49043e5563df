// A mutual-exclusion latch, made for critical sections of nanoseconds, as those of writes are. Sections that change
// tables or the list of databases take longer (rows 1 and 3 of the table in engine/README.md, "Why a write cannot
// deadlock"). No latch of the engine is held across I/O, or while a request is parsed or a response encoded.
//
// A pthread mutex with thread-safety annotations. Where the C library has adaptive mutexes, it is one: it spins briefly
// before it sleeps, because sleeping and waking takes longer than such a section. Debian builds absl::Mutex with
// deadlock detection, which makes an uncontended lock take three times as long as this one.
#pragma once

#include <pthread.h>

#include <mutex>

#include "absl/base/thread_annotations.h"

#if defined(__SANITIZE_THREAD__)
#define HOLDFAST_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOLDFAST_THREAD_SANITIZER
#endif
#endif
#ifdef HOLDFAST_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>

#include <atomic>
#include <thread>
#endif

namespace holdfast {

#ifdef HOLDFAST_THREAD_SANITIZER

// ThreadSanitizer's search for deadlocks ends the program when a thread holds more than 64 mutexes, and a change of a
// table or a large transaction may hold more than 64 latches. So Lock reports the latch to ThreadSanitizer, and
// LockAnother, which takes the second and further latches of one level (latch_order.h), does not. Latches of one level
// cannot deadlock, because PartitionLocks and PartitionMap::TakeImage take them in one order. ThreadSanitizer finds
// data races without these reports: it sees that the atomic flag synchronizes.
class ABSL_LOCKABLE Latch {
 public:
  Latch() { __tsan_mutex_create(this, 0); }
  ~Latch() { __tsan_mutex_destroy(this, 0); }
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    LockAnother();
    __tsan_mutex_pre_lock(this, 0);
    __tsan_mutex_post_lock(this, 0, 0);
    reported_ = true;
  }
  void LockAnother() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    while (!TryLock()) std::this_thread::yield();
  }
  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return !locked_.exchange(true, std::memory_order_acquire); }
  void Unlock() ABSL_UNLOCK_FUNCTION() {
    if (reported_) {
      reported_ = false;
      __tsan_mutex_pre_unlock(this, 0);
      __tsan_mutex_post_unlock(this, 0);
    }
    locked_.store(false, std::memory_order_release);
  }
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}

 private:
  std::atomic<bool> locked_{false};
  // Whether the current holder's lock was reported to ThreadSanitizer.
  bool reported_ = false;
};

#else

class ABSL_LOCKABLE Latch {
 public:
  Latch() = default;
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { pthread_mutex_lock(&mutex_); }
  // To be called instead of Lock by a thread that already holds latches of the same level (latch_order.h) and takes all
  // latches of this level in a fixed order.
  void LockAnother() ABSL_EXCLUSIVE_LOCK_FUNCTION() { Lock(); }
  // Does not wait: returns false if the latch is held.
  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return pthread_mutex_trylock(&mutex_) == 0; }
  void Unlock() ABSL_UNLOCK_FUNCTION() { pthread_mutex_unlock(&mutex_); }
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}

 private:
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
  pthread_mutex_t mutex_ = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

#endif

class ABSL_SCOPED_LOCKABLE LatchLock {
 public:
  explicit LatchLock(Latch* latch) ABSL_EXCLUSIVE_LOCK_FUNCTION(latch) : latch_(latch) { latch_->Lock(); }
  // For a latch that TryLock has locked.
  LatchLock(Latch* latch, std::adopt_lock_t) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch) : latch_(latch) {}
  ~LatchLock() ABSL_UNLOCK_FUNCTION() { latch_->Unlock(); }
  LatchLock(const LatchLock&) = delete;
  LatchLock& operator=(const LatchLock&) = delete;

 private:
  Latch* latch_;
};

}  // namespace holdfast
