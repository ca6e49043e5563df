// GlobalTableName: the name of a global table of version 2017.11.29.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"

namespace holdfast {

// Checks the name. `constraints` has the failed constraints of the request's other members, which are listed first.
Status CheckGlobalTableName(const std::optional<std::string>& name,
                            errors::Constraints constraints = errors::Constraints());

}  // namespace holdfast
