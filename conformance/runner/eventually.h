// Waits for eventual consistency: indexes and streams follow their table without a guaranteed delay.
#pragma once

#include <functional>

namespace holdfast::conformance {

// Repeats `agrees` until it returns true. False if it does not within ten seconds, or if the run is interrupted.
bool Eventually(const std::function<bool()>& agrees);

}  // namespace holdfast::conformance
