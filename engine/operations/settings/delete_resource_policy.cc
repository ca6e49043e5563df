#include "engine/operations/settings/delete_resource_policy.h"

#include "engine/operations/settings/resource_policy.h"

namespace holdfast {

Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(DatabaseState& database,
                                                          const DeleteResourcePolicyRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.resource_arn.has_value(), "resourceArn");
  ConstrainRevisionId(request.expected_revision_id, constraints);
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindResourceForPolicy(database, *request.resource_arn));
  const auto remove = [&](ResourceSettings& settings) -> Result<DeleteResourcePolicyResponse> {
    HOLDFAST_RETURN_IF_ERROR(CheckExpectedRevision(settings.policy, request.expected_revision_id));
    DeleteResourcePolicyResponse response;
    if (settings.policy) response.revision_id = settings.policy->revision_id;
    settings.policy.reset();
    return response;
  };
  return resource.ChangeSettings(remove);
}

}  // namespace holdfast
