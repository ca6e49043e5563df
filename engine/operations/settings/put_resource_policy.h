// PutResourcePolicy: attaches a policy to a table or a stream, or replaces the existing one. The policy is stored and
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
  // NO_POLICY requires that the resource has no policy yet.
  std::optional<std::string> expected_revision_id;
  // Whether `policy` is a JSON object. The caller has to find this out, because the engine knows no JSON.
  bool policy_is_json_object = true;
};

struct PutResourcePolicyResponse {
  // That of the existing policy if this has the same text as `policy`, otherwise a new one.
  std::string revision_id;
};

// Errors include a ValidationException for the policy of a stream if EngineOptions::max_memory_bytes is exceeded.
Result<PutResourcePolicyResponse> PutResourcePolicy(DatabaseState& database, const PutResourcePolicyRequest& request);

}  // namespace holdfast
