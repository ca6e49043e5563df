// A mutual-exclusion latch for sections of nanoseconds: never held across I/O, parsing or encoding.
//
// It is the system's mutex under thread-safety annotations, of the adaptive kind where the C library has it: that spins
// briefly before it sleeps, because to sleep and be woken takes longer than such a section. Debian builds absl::Mutex
// with deadlock detection, which makes an uncontended lock take three times as long as this one.
#pragma once

#include <pthread.h>

#include "absl/base/thread_annotations.h"

namespace holdfast {

class ABSL_LOCKABLE Latch {
 public:
  Latch() = default;
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { pthread_mutex_lock(&mutex_); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { pthread_mutex_unlock(&mutex_); }
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}

 private:
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
  pthread_mutex_t mutex_ = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

class ABSL_SCOPED_LOCKABLE LatchLock {
 public:
  explicit LatchLock(Latch* latch) ABSL_EXCLUSIVE_LOCK_FUNCTION(latch) : latch_(latch) { latch_->Lock(); }
  ~LatchLock() ABSL_UNLOCK_FUNCTION() { latch_->Unlock(); }
  LatchLock(const LatchLock&) = delete;
  LatchLock& operator=(const LatchLock&) = delete;

 private:
  Latch* latch_;
};

}  // namespace holdfast
