#include "engine/tables/expiry_window.h"

#include "engine/base/clock.h"
#include "engine/base/limits.h"

namespace holdfast {

// Clamped, because an infinite time is the least or greatest integer, from which nothing can be subtracted.
ExpiryWindow::ExpiryWindow(absl::Time now)
    : oldest_(absl::ToUnixSeconds(ClampTime(now)) - limits::kExpiryAgeMaxSeconds),
      now_(absl::ToUnixSeconds(ClampTime(now))) {}

}  // namespace holdfast
