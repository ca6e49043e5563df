// Changes that the service permits only once in a while.
#pragma once

#include "absl/time/time.h"

namespace holdfast {

// Whether a change at `now` comes too soon after one at `last`. A `last` that lies ahead was before the clock was set
// back, and counts as long ago: otherwise no change would be permitted until that time.
inline bool IsInCooldown(absl::Time last, absl::Time now, absl::Duration cooldown) {
  return last <= now && now - last < cooldown;
}

}  // namespace holdfast
