#include "engine/database/memory_limit.h"

#include "engine/base/stored_bytes.h"
#include "engine/errors/item_errors.h"

namespace holdfast {

Status CheckMemoryLimit(const EngineOptions& options) {
  if (StoredBytes::Exceed(options.max_memory_bytes)) return errors::MemoryLimitReached(options.max_memory_bytes);
  return {};
}

}  // namespace holdfast
