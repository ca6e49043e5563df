#include "engine/errors/tables/resource_policy_errors.h"

#include <string>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"

namespace holdfast::errors {

// [open] Neither text was captured.
Error PolicyNotFound() {
  return {ErrorKind::kPolicyNotFound, "Resource-based policy not found for the provided ResourceArn."};
}
Error ResourcePolicyTooLarge() {
  return Validation("One or more parameter values were invalid: Resource-based policy exceeds the limit of " +
                    std::to_string(limits::kResourcePolicyBytesMax) + " bytes");
}

}  // namespace holdfast::errors
