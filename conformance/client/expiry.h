// Forces time-to-live deletion, which AWS may delay for days.
#pragma once

#include "conformance/client/client.h"

namespace holdfast::conformance {

// Requests the immediate deletion of expired items, and returns when it is done. Throws SetupFailed, as unsupported
// unless there is no response: only Holdfast's POST /_holdfast/ttl/sweep is known.
void SweepExpired(Client& client);

// The time in `seconds` seconds from now (in the past if negative), in seconds since 1970, as time to live needs it.
int64_t SecondsFromNow(int64_t seconds);

}  // namespace holdfast::conformance
