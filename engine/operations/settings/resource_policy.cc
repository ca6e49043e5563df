#include "engine/operations/settings/resource_policy.h"

#include "engine/base/limits.h"
#include "engine/errors/stream_errors.h"
#include "engine/errors/tables/resource_policy_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/streams/stream_arn.h"

namespace holdfast {

void ConstrainRevisionId(const std::optional<std::string>& expected_revision_id, errors::Constraints& constraints) {
  if (!expected_revision_id) return;
  constexpr std::string_view kPath = "expectedRevisionId";
  const std::string& id = *expected_revision_id;
  constraints.LengthAtLeast(id.size(), 1, id, kPath);
  constraints.LengthAtMost(id.size(), limits::kRevisionIdLengthMax, id, kPath);
}

// [open] Of the errors for an invalid ARN, only the one for a name instead of an ARN was captured. The other texts are
// those of the operations on tags.
Result<Resource> FindResourceForPolicy(DatabaseState& database, std::string_view resource_arn) {
  HOLDFAST_RETURN_IF_ERROR(CheckResourceArn(resource_arn, database));
  Resource resource = FindResource(database, resource_arn);
  if (resource.exists()) return resource;
  if (IsStreamArn(resource_arn)) return errors::NoSuchStream(resource_arn);
  return errors::NoSuchTable(TableNameOfResource(resource_arn));
}

Status CheckExpectedRevision(const std::optional<ResourcePolicy>& policy,
                             const std::optional<std::string>& expected_revision_id) {
  if (!expected_revision_id) return {};
  const bool expected = *expected_revision_id == "NO_POLICY"
                            ? !policy.has_value()
                            : policy.has_value() && policy->revision_id == *expected_revision_id;
  if (!expected) return errors::PolicyNotFound();
  return {};
}

}  // namespace holdfast
