// Converts responses of the upstream to the outcomes of requests.
#pragma once

#include "conformance/client/http_message.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// The body is not parsed. It must not be compressed. A missing response becomes status 503 if the request was not sent,
// otherwise 500 (RawOutcome).
RawOutcome ToOutcome(conformance::HttpResponse response);
// Whether the outcome leaves open whether the request was executed: the request was sent, and got no response or one
// with a status of 500 or above.
bool IsUnknown(const RawOutcome& outcome);

}  // namespace holdfast::server
