// UntagResource: removes tags from a table or a stream.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct UntagResourceRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::vector<std::string>> tag_keys;
};

struct UntagResourceResponse {};

// A key that the resource does not have is no error.
Result<UntagResourceResponse> UntagResource(DatabaseState& database, const UntagResourceRequest& request);

}  // namespace holdfast
