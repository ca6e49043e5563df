// What BatchGetItem and BatchWriteItem have in common.
#pragma once

#include <string>
#include <string_view>

#include "engine/errors/constraints.h"

namespace holdfast {

// Whether a key of RequestItems can be a table: 3 to 255 characters of the name pattern, or an ARN.
bool IsBatchTableName(std::string_view table_name);

// Reports that a key of RequestItems is none. The message repeats the whole map, as `shown` does.
void FailBatchTableName(std::string_view shown, errors::Constraints& constraints);

}  // namespace holdfast
