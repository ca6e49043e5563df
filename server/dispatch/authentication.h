// The caller that a request names. Presence and syntax of a Signature Version 4 are checked as in DynamoDB, in its
// order; the signature itself and its age are not checked: any key is accepted.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "server/dispatch/wire_failure.h"
#include "server/message/http_message.h"

namespace holdfast::server {

// From the credential scope.
struct Caller {
  std::string_view access_key_id;
  std::string_view region;
  // The scope names none (older clients of Go, hand-written signers), which DynamoDB Local accepts.
  bool region_assumed = false;
  bool service_assumed = false;
};

// Longer names are refused, which bounds the memory that is kept for each region.
inline constexpr size_t kRegionBytesMax = 64;

// The views in the result point into the request, or, if the credential came percent-encoded in the query, into
// `*decoded_credential`.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded_credential);

}  // namespace holdfast::server
