// Time to live, hurried: on AWS an expired item may stay for days, which is longer than a test can wait.
#pragma once

#include "conformance/wire/client.h"

namespace holdfast::conformance {

// Asks the endpoint to delete now what has expired; it has, when this returns. Throws SetupFailed (unsupported) where
// the endpoint has no way to be asked: only Holdfast's POST /_holdfast/ttl/sweep is known.
void SweepExpired(Client& client);

// Seconds since 1970, as time to live counts. For items that expired a while ago, or will after a while.
int64_t SecondsFromNow(int64_t seconds);

}  // namespace holdfast::conformance
