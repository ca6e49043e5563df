// A token bucket: limits a rate, and permits bursts.
#pragma once

#include <algorithm>

#include "absl/time/time.h"

namespace holdfast {

// Not thread-safe.
struct TokenBucket {
  double tokens = 0;
  absl::Time filled;

  // Adds the tokens of the time since the last call, up to `tokens_max`. No token is added or taken if the clock was set
  // back.
  void Fill(double per_second, double tokens_max, absl::Time now) {
    const double seconds = std::max(0.0, absl::ToDoubleSeconds(now - filled));
    tokens = std::min(tokens + seconds * per_second, tokens_max);
    filled = now;
  }
};

}  // namespace holdfast
