#include "engine/tables/expiry_window.h"

#include "engine/base/limits.h"

namespace holdfast {

ExpiryWindow::ExpiryWindow(absl::Time now)
    : oldest_(absl::ToUnixSeconds(now) - limits::kExpiryAgeMaxSeconds), now_(absl::ToUnixSeconds(now)) {}

}  // namespace holdfast
