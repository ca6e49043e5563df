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

// What a thread remembers between requests. Those of one client differ in nothing but date and signature, so that the
// rest of the Authorization header need not be read again. Not thread-safe.
class AuthenticationMemory {
 public:
  AuthenticationMemory() = default;
  AuthenticationMemory(const AuthenticationMemory&) = delete;
  AuthenticationMemory& operator=(const AuthenticationMemory&) = delete;

  // The caller of the header remembered, if this one is the same but for the signature at its end.
  const Caller* Find(std::string_view authorization) const;
  // To be called with a header that was accepted; remembers it if it ends with the signature.
  void Remember(std::string_view authorization, const Caller& caller);

  // Room for a credential that came percent-encoded.
  std::string decoded_credential;

 private:
  // `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=`; empty: none yet.
  std::string up_to_signature_;
  // Its views lie there.
  Caller caller_;
};

// The caller's views lie in the request or in `*memory`, where they are valid until the next call.
Result<Caller, WireFailure> Authenticate(const HttpRequest& request, AuthenticationMemory* memory);

}  // namespace holdfast::server
