// Who a request says it is from. Presence and shape of a Signature Version 4 are checked as DynamoDB does, in
// its order; the signature itself is not, nor is its age: any key is accepted.
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
  // The scope names none (older clients of Go, signers made by hand), which DynamoDB Local accepts.
  bool region_assumed = false;
  bool service_assumed = false;
};

// Longer ones are no regions, so that what is kept for each region has a bound.
inline constexpr size_t kRegionBytesMax = 64;

// Reads the header once and keeps nothing of it. The caller's views lie in the request, or, if the credential came
// percent-encoded in the query, in `*decoded_credential`.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded_credential);

}  // namespace holdfast::server
