// Reads environment variables, such as those of AWS's own clients.
#pragma once

#include <string>

#include "conformance/client/signature_v4.h"

namespace holdfast::conformance {

// The variable's value, or `fallback` if the variable is unset or empty.
std::string Environment(const char* name, std::string fallback);

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Endpoints that verify no signature still require one,
// so an access key id or a secret that is unset or empty is replaced by `fallback`, even if the other one is set. The
// session token is empty if it is unset.
Credentials CredentialsFromEnvironment(const std::string& fallback);

}  // namespace holdfast::conformance
