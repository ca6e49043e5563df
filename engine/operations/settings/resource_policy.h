// What the three operations on resource-based policies share: the resource, and which policy the caller
// expects.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/access-control-resource-based.html
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/operations/settings/resource.h"

namespace holdfast {

void ConstrainRevisionId(const std::optional<std::string>& expected_revision_id, errors::Constraints& constraints);

// The table or stream of that ARN, which must be there.
Result<Resource> FindResourceWithPolicy(DatabaseState& database, std::string_view resource_arn);

// Whether `policy` is the one that is expected: any if nothing is, none if it is NO_POLICY.
Status CheckExpectedRevision(const std::optional<ResourcePolicy>& policy,
                             const std::optional<std::string>& expected_revision_id);

}  // namespace holdfast
