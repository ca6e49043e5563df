// DeleteResourcePolicy: takes the policy of a table or a stream away.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteResourcePolicy.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DeleteResourcePolicyRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::string> expected_revision_id;
};

struct DeleteResourcePolicyResponse {
  // Of the policy that was there; empty if none was.
  std::string revision_id;
};

// To delete what is not there is no error, unless a revision was expected.
Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(DatabaseState& database,
                                                          const DeleteResourcePolicyRequest& request);

}  // namespace holdfast
