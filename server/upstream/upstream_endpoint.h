// The endpoint that --upstream and --upstream-region name, with the credentials of the environment.
#pragma once

#include <string>

#include "conformance/client/endpoint.h"
#include "engine/base/result.h"

namespace holdfast::server {

// `region` may be empty: then it is that of AWS's host name, of AWS_REGION or AWS_DEFAULT_REGION, or us-east-1. The
// credentials are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; only `https` requires them, because
// emulators accept any. The error is a sentence about the flag or the variable that is wrong.
Result<conformance::EndpointOptions, std::string> UpstreamEndpoint(const std::string& url, const std::string& region);

}  // namespace holdfast::server
