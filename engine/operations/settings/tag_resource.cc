#include "engine/operations/settings/tag_resource.h"

#include <utility>

#include "engine/errors/constraints.h"
#include "engine/errors/tables/tag_errors.h"
#include "engine/operations/settings/resource.h"
#include "engine/schema/tag_rules.h"

namespace holdfast {
namespace {

Status Validate(const DatabaseState& database, const TagResourceRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  errors::Constraints constraints;
  constraints.NotNull(request.tags.has_value(), "tags");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(CheckResourceArn(*request.resource_arn, database));
  if (request.tags->empty()) return errors::NoTags();
  return CheckTags(*request.tags);
}

}  // namespace

Result<TagResourceResponse> TagResource(DatabaseState& database, const TagResourceRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(database, request));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindTaggedResource(database, *request.resource_arn));
  // The keys of a request are distinct, so if it alone has more tags than a resource may have, the merged tags are too
  // many as well. Checking this first bounds the time of MergeTags, which searches linearly.
  HOLDFAST_RETURN_IF_ERROR(CheckTagCount(request.tags->size()));
  HOLDFAST_RETURN_IF_ERROR(CheckMemoryFor(resource, database));
  const auto merge = [&](ResourceSettings& settings) -> Status {
    TagSet merged = settings.tags;
    MergeTags(*request.tags, merged);
    HOLDFAST_RETURN_IF_ERROR(CheckTagCount(merged.size()));
    settings.tags = std::move(merged);
    return {};
  };
  HOLDFAST_RETURN_IF_ERROR(resource.ChangeSettings(merge));
  return TagResourceResponse();
}

}  // namespace holdfast
