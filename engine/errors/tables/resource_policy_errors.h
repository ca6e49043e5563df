// The error catalogue: resource-based policies.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html
#pragma once

#include "engine/base/error.h"

namespace holdfast::errors {

// The resource has no policy, or its revision is not ExpectedRevisionId.
Error PolicyNotFound();
Error ResourcePolicyTooLarge();
// The policy is not a JSON object.
Error ResourcePolicyMalformed();

}  // namespace holdfast::errors
