#include "engine/errors/tables/resource_policy_errors.h"

#include <string>

#include "engine/base/limits.h"
#include "engine/errors/error_text.h"

namespace holdfast::errors {

// [open] Of these texts, only the beginning of the last is known.
Error PolicyNotFound() {
  return {ErrorKind::kPolicyNotFound, "Resource-based policy not found for the provided ResourceArn."};
}
Error ResourcePolicyTooLarge() {
  return InvalidParameters(
      {"Resource-based policy exceeds the limit of ", std::to_string(limits::kResourcePolicyBytesMax), " bytes"});
}
Error ResourcePolicyMalformed() {
  return InvalidParameters({"Invalid policy document: The policy is not a JSON object"});
}

}  // namespace holdfast::errors
