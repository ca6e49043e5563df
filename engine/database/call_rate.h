// The rate at which the service accepts calls of an operation, with EngineOptions::realistic_timing.
#pragma once

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/base/token_bucket.h"

namespace holdfast {

// Thread-safe. Its latch is of row 7 in engine/README.md ("Why a write cannot deadlock").
class CallRate {
 public:
  // At most `per_second` calls at once, and on average as many a second.
  explicit CallRate(double per_second) : per_second_(per_second) {}

  // Returns false if the rate is exceeded at `now`; such a call does not count. Calls that threads make with times that
  // are out of order may get a little more.
  bool Take(absl::Time now);

 private:
  const double per_second_;
  Latch latch_;
  // Full at the first call.
  TokenBucket calls_left_ ABSL_GUARDED_BY(latch_){.tokens = 0, .filled = absl::InfinitePast()};
};

}  // namespace holdfast
