// Determines the caller of a request. The parameters of its AWS Signature Version 4 must be present and well formed;
// they are checked in DynamoDB's order. The signature itself and its age are not checked: any key is accepted.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/message/http_message.h"

namespace holdfast::server {

// The parts of the signature's credential that select a database.
struct Caller {
  std::string_view access_key_id;
  std::string_view region;
  // True if the region (the service) of the credential scope is empty, as with older Go clients and hand-written
  // signers. DynamoDB Local accepts that, too. `region` is then us-east-1.
  bool region_assumed = false;
  bool service_assumed = false;
};

// The views in the result point into the request, or, if the credential came percent-encoded in the query, into
// `*decoded_credential`.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded_credential);

}  // namespace holdfast::server
