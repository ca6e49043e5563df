// DeleteResourcePolicy: deletes the policy of a table or a stream.
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
  // The revision id of the deleted policy; nothing if there was none.
  std::optional<std::string> revision_id;
};

// It is no error if there is no policy, unless the request expects a revision.
Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(DatabaseState& database,
                                                          const DeleteResourcePolicyRequest& request);

}  // namespace holdfast
