// Who a request says it is from. Presence and shape of a Signature Version 4 are checked as DynamoDB does, in
// its order; the signature itself is not, nor is the clock of whoever signed: any key is accepted.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "server/dispatch/http_message.h"
#include "server/dispatch/wire_failure.h"

namespace holdfast::server {

// From the scope of the credential.
struct Caller {
  std::string_view access_key_id;
  std::string_view region;
};

// The caller's views lie in the request, or in `*decoded` if the request is signed by its query string.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded);

}  // namespace holdfast::server
