// Checks that the operations of the streams service share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"

namespace holdfast {

// A ValidationException if `arn` is not a stream's. The service checks this before all constraints, even the one on the
// length.
Status CheckStreamArn(std::string_view arn);
// The constraints of a required StreamArn.
void CheckStreamArnMember(const std::optional<std::string>& arn, errors::Constraints* constraints);
void CheckShardIdLength(std::string_view shard_id, std::string_view path, errors::Constraints* constraints);

}  // namespace holdfast
