// Forces time-to-live deletion, which AWS may delay for days.
#pragma once

#include "conformance/client/client.h"

namespace holdfast::conformance {

// Requests the immediate deletion of expired items by Holdfast's POST /_holdfast/ttl/sweep, and returns when it is
// done. Throws SetupFailed: as unsupported if the endpoint refuses the request, but not if there is no response.
void SweepExpired(Client& client);

// The time in `seconds` seconds from now (in the past if negative), in seconds since 1970, as time to live needs it.
int64_t SecondsFromNow(int64_t seconds);

}  // namespace holdfast::conformance
