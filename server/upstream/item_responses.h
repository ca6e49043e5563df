// Reads the upstream's responses to operations on items, as the race lab needs them.
#pragma once

#include "engine/base/result.h"
#include "engine/race/steps/operation.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Returns the response to `request`, without consumed capacity and metrics, or its error. If there is no response, if
// its status is 500 or above, or if it cannot be read, the error has the kind kThrottling: the request may be sent
// again.
Result<race::Response> ReadItemResponse(const race::Request& request, const RawOutcome& outcome);

}  // namespace holdfast::server
