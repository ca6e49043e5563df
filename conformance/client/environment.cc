#include "conformance/client/environment.h"

#include <cstdlib>

namespace holdfast::conformance {

std::string Environment(const char* name, std::string fallback) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? fallback : value;
}

Credentials CredentialsFromEnvironment(const std::string& fallback) {
  return {.access_key_id = Environment("AWS_ACCESS_KEY_ID", fallback),
          .secret_access_key = Environment("AWS_SECRET_ACCESS_KEY", fallback),
          .session_token = Environment("AWS_SESSION_TOKEN", "")};
}

}  // namespace holdfast::conformance
