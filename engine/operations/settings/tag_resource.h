// TagResource: adds tags to a table or a stream, or replaces the values of existing tags.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"

namespace holdfast {
struct DatabaseState;

struct TagResourceRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::vector<Tag>> tags;
};

struct TagResourceResponse {};

// Adds all tags of the request or, if the resource would have too many then, none. Errors include a
// ValidationException for the tags of a stream if EngineOptions::max_memory_bytes is exceeded.
Result<TagResourceResponse> TagResource(DatabaseState& database, const TagResourceRequest& request);

}  // namespace holdfast
