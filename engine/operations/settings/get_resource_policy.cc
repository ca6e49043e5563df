#include "engine/operations/settings/get_resource_policy.h"

#include "engine/errors/tables/resource_policy_errors.h"
#include "engine/operations/settings/resource_policy.h"

namespace holdfast {

Result<GetResourcePolicyResponse> GetResourcePolicy(DatabaseState& database, const GetResourcePolicyRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.resource_arn.has_value(), "resourceArn");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindResourceForPolicy(database, *request.resource_arn));
  const auto policy = resource.ChangeSettings([](const ResourceSettings& settings) { return settings.policy; });
  if (!policy) return errors::PolicyNotFound();
  return GetResourcePolicyResponse{policy->document, policy->revision_id};
}

}  // namespace holdfast
