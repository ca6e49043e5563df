// ListTagsOfResource: the tags of a table or a stream.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/schema/resource_settings.h"

namespace holdfast {
struct DatabaseState;

// NextToken is not a member: one page holds all tags that a resource can have, so there is never a next page. A token
// is ignored, as the service ignores an invalid one.
struct ListTagsOfResourceRequest {
  std::optional<std::string> resource_arn;
};

struct ListTagsOfResourceResponse {
  TagSet tags;
};

Result<ListTagsOfResourceResponse> ListTagsOfResource(DatabaseState& database,
                                                      const ListTagsOfResourceRequest& request);

}  // namespace holdfast
