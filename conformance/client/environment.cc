#include "conformance/client/environment.h"

#include <cstdlib>

namespace holdfast::conformance {

std::string Environment(const char* name, std::string otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

Credentials CredentialsFromEnvironment(const std::string& otherwise) {
  return {.access_key_id = Environment("AWS_ACCESS_KEY_ID", otherwise),
          .secret_access_key = Environment("AWS_SECRET_ACCESS_KEY", otherwise),
          .session_token = Environment("AWS_SESSION_TOKEN", "")};
}

}  // namespace holdfast::conformance
