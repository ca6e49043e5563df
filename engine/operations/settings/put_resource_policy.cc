#include "engine/operations/settings/put_resource_policy.h"

#include "engine/operations/settings/resource_policy.h"
#include "engine/schema/setting_rules.h"

namespace holdfast {
namespace {

Status Validate(const PutResourcePolicyRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.resource_arn.has_value(), "resourceArn");
  constraints.NotNull(request.policy.has_value(), "policy");
  ConstrainRevisionId(request.expected_revision_id, constraints);
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(CheckIsArn(request.resource_arn));
  return CheckResourcePolicy(*request.policy, request.policy_is_json_object);
}

}  // namespace

Result<PutResourcePolicyResponse> PutResourcePolicy(DatabaseState& database, const PutResourcePolicyRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  HOLDFAST_ASSIGN_OR_RETURN(const Resource resource, FindResourceForPolicy(database, *request.resource_arn));
  HOLDFAST_RETURN_IF_ERROR(CheckMemoryFor(resource, database));
  const auto put = [&](ResourceSettings& settings) -> Result<PutResourcePolicyResponse> {
    HOLDFAST_RETURN_IF_ERROR(CheckExpectedRevision(settings.policy, request.expected_revision_id));
    if (!settings.policy || settings.policy->document != *request.policy) {
      settings.policy = {*request.policy, database.random.Uuid()};
    }
    return PutResourcePolicyResponse{settings.policy->revision_id};
  };
  return resource.ChangeSettings(put);
}

}  // namespace holdfast
