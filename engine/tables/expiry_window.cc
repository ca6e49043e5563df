#include "engine/tables/expiry_window.h"

#include "engine/base/clock.h"
#include "engine/base/limits.h"

namespace holdfast {

// The time is clamped, because ToUnixSeconds turns an infinite time into the least or greatest integer, from which a
// subtraction may overflow.
ExpiryWindow::ExpiryWindow(absl::Time now)
    : oldest_(absl::ToUnixSeconds(ClampTime(now)) - limits::kExpiryAgeMaxSeconds),
      now_(absl::ToUnixSeconds(ClampTime(now))) {}

}  // namespace holdfast
