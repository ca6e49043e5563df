// GetResourcePolicy: the policy of a table or a stream.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetResourcePolicy.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct GetResourcePolicyRequest {
  std::optional<std::string> resource_arn;
};

struct GetResourcePolicyResponse {
  std::string policy;
  std::string revision_id;
};

// Errors: PolicyNotFoundException if the resource has no policy.
Result<GetResourcePolicyResponse> GetResourcePolicy(DatabaseState& database, const GetResourcePolicyRequest& request);

}  // namespace holdfast
