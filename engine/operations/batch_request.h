// What BatchGetItem and BatchWriteItem have in common.
#pragma once

#include <string>
#include <string_view>

#include "engine/errors/constraints.h"

namespace holdfast {

// The table names that are keys of RequestItems: 3 to 255 characters of the name pattern, or an ARN. The message
// repeats the whole map, which `shown` is an imitation of.
void ConstrainBatchTableName(std::string_view table_name, std::string_view shown, errors::Constraints& constraints);

}  // namespace holdfast
