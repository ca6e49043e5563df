// What the upstream has answered, as the outcome of a request.
#pragma once

#include "conformance/client/http_message.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Takes the body unparsed. A response with another coding than the identity must not be passed.
OtherOutcome ToOutcome(conformance::HttpResponse response);
// Whether the request may have been executed although its outcome does not say so: there is no response to it, or one
// with a status of 500 or above.
bool IsUnknown(const OtherOutcome& outcome);

}  // namespace holdfast::server
