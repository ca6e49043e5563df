// Reads environment variables, such as those of AWS's own clients.
#pragma once

#include <string>

#include "conformance/client/signature_v4.h"

namespace holdfast::conformance {

// The variable's value, or `fallback` if the variable is unset or empty.
std::string Environment(const char* name, std::string fallback);

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Endpoints that verify no signature still require one,
// so `fallback` replaces a key or a secret that is not set; each by itself.
Credentials CredentialsFromEnvironment(const std::string& fallback);

}  // namespace holdfast::conformance
