// PutResourcePolicy: attaches a policy to a table or a stream, in the place of the one it has. It is stored and
// returned, and never enforced.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct PutResourcePolicyRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::string> policy;
  // NO_POLICY: only if there is none.
  std::optional<std::string> expected_revision_id;
};

struct PutResourcePolicyResponse {
  // The same as before if the policy is the same as before.
  std::string revision_id;
};

Result<PutResourcePolicyResponse> PutResourcePolicy(DatabaseState& database, const PutResourcePolicyRequest& request);

}  // namespace holdfast
