// The endpoint that --upstream and --upstream-region name, with the credentials of the environment.
#pragma once

#include <string>

#include "conformance/client/endpoint.h"
#include "engine/base/result.h"

namespace holdfast::server {

// `url`: the value of --upstream. `region`: that of --upstream-region; if it is empty, the region is that in a host name
// dynamodb.REGION.amazonaws.com, else AWS_REGION, else AWS_DEFAULT_REGION, else us-east-1. The credentials are
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. With `https` the first two must be set; with `http`
// each defaults to `holdfast`, because emulators verify no signature. The error is a sentence about the flag or the
// variable that is wrong.
Result<conformance::EndpointOptions, std::string> UpstreamEndpoint(const std::string& url, const std::string& region);

}  // namespace holdfast::server
