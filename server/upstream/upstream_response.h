// Converts responses of the upstream to the outcomes of requests.
#pragma once

#include "conformance/client/http_message.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// The body is not parsed. It must not be compressed.
RawOutcome ToOutcome(conformance::HttpResponse response);
// Whether the request may have been executed although its outcome does not say so: there is no response to it, or one
// with a status of 500 or above.
bool IsUnknown(const RawOutcome& outcome);

}  // namespace holdfast::server
