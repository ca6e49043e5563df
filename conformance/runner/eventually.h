// What an endpoint is allowed to show late: indexes and streams follow their table, and nobody promises how fast.
#pragma once

#include <functional>

namespace holdfast::conformance {

// Asks again until it agrees. False if it does not within ten seconds, or if the run is interrupted.
bool Eventually(const std::function<bool()>& agrees);

}  // namespace holdfast::conformance
