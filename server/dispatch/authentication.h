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

// The access key and region of the signature, which select a database. Older Go clients and hand-written signers leave
// the region or the service of the credential scope empty, which DynamoDB Local accepts, too.
struct Caller {
  std::string_view access_key_id;
  std::string_view region;
  // The scope has no region: `region` is us-east-1.
  bool region_assumed = false;
  // The scope has no service.
  bool service_assumed = false;
};

// The views in the result point into the request or, if the credential is in the query, into `*decoded_credential`; an
// assumed region is a constant.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded_credential);

}  // namespace holdfast::server
