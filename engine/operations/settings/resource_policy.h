// The parts that the three operations on resource-based policies share: the lookup of the resource, and the check of
// the expected revision.
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

// The table or stream with that ARN. An error if it does not exist.
Result<Resource> FindResourceForPolicy(DatabaseState& database, std::string_view resource_arn);

// Checks that `policy` has the expected revision id. NO_POLICY means that there must be no policy; without an expected
// id any policy, or none, is accepted.
Status CheckExpectedRevision(const std::optional<ResourcePolicy>& policy,
                             const std::optional<std::string>& expected_revision_id);

}  // namespace holdfast
