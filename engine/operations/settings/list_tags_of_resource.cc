#include "engine/operations/settings/list_tags_of_resource.h"

#include "engine/operations/settings/resource.h"

namespace holdfast {

Result<ListTagsOfResourceResponse> ListTagsOfResource(DatabaseState& database,
                                                      const ListTagsOfResourceRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  HOLDFAST_RETURN_IF_ERROR(CheckResourceArn(*request.resource_arn, database));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindTaggedResource(database, *request.resource_arn));
  return ListTagsOfResourceResponse{
      resource.ChangeSettings([](const ResourceSettings& settings) { return settings.tags; })};
}

}  // namespace holdfast
