#include "engine/operations/settings/untag_resource.h"

#include "engine/errors/constraints.h"
#include "engine/errors/tables/tag_errors.h"
#include "engine/operations/settings/resource.h"
#include "engine/schema/tag_rules.h"

namespace holdfast {
namespace {

Status Validate(const DatabaseState& database, const UntagResourceRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  errors::Constraints constraints;
  constraints.NotNull(request.tag_keys.has_value(), "tagKeys");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(CheckResourceArn(*request.resource_arn, database));
  if (request.tag_keys->empty()) return errors::NoTagKeys();
  return CheckTagKeys(*request.tag_keys);
}

}  // namespace

Result<UntagResourceResponse> UntagResource(DatabaseState& database, const UntagResourceRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(database, request));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindTaggedResource(database, *request.resource_arn));
  HOLDFAST_RETURN_IF_ERROR(CheckTagCount(request.tag_keys->size()));
  resource.ChangeSettings([&](ResourceSettings& settings) { RemoveTags(*request.tag_keys, settings.tags); });
  return UntagResourceResponse();
}

}  // namespace holdfast
