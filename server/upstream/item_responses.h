// Reads responses that are JSON, those of the upstream, for the race lab.
#pragma once

#include "engine/base/result.h"
#include "engine/race/steps/operation.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Returns the response to `request`, without ConsumedCapacity and ItemCollectionMetrics, or its error. Members that
// cannot be read are left out. The error has the kind kThrottling for every exception about throttling, if there is no
// response, and for a response that has a status of 500 or above or is no JSON object: clients then send the request
// again, although it may have been executed. An exception without an ErrorKind becomes kValidation.
Result<race::Response> ReadItemResponse(const race::Request& request, const RawOutcome& outcome);

}  // namespace holdfast::server
