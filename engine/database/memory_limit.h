// The limit of the memory that stored data takes, for operations that do not write items.
#pragma once

#include "engine/base/result.h"
#include "engine/database/database_state.h"

namespace holdfast {

// An error if stored data takes more than EngineOptions::max_memory_bytes.
Status CheckMemoryLimit(const DatabaseState& database);

}  // namespace holdfast
