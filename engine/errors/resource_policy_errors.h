// The error catalogue: resource-based policies.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html
#pragma once

#include "engine/base/error.h"

namespace holdfast::errors {

// There is no policy, or not the one that ExpectedRevisionId names.
Error PolicyNotFound();
Error ResourcePolicyTooLarge();

}  // namespace holdfast::errors
