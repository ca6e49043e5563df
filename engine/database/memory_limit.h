// The limit of the memory that stored data takes, for what operations store beside items: the write path checks items
// (engine/write/write_path.cc).
#pragma once

#include "engine/base/result.h"
#include "engine/database/database_state.h"

namespace holdfast {

// An error if stored data takes more than EngineOptions::max_memory_bytes.
Status CheckMemoryLimit(const EngineOptions& options);
inline Status CheckMemoryLimit(const DatabaseState& database) { return CheckMemoryLimit(database.options); }

}  // namespace holdfast
