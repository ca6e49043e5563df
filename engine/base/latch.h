// A mutual-exclusion latch for sections of nanoseconds: never held across I/O, parsing or encoding.
//
// It is std::mutex under thread-safety annotations. Debian builds absl::Mutex with deadlock detection, which makes
// an uncontended lock three times as dear as this one.
#pragma once

#include <mutex>

#include "absl/base/thread_annotations.h"

namespace holdfast {

class ABSL_LOCKABLE Latch {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}

 private:
  std::mutex mutex_;
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
