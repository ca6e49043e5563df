#include "engine/database/memory_limit.h"

#include "engine/base/stored_bytes.h"
#include "engine/errors/item_errors.h"

namespace holdfast {

Status CheckMemoryLimit(const DatabaseState& database) {
  const size_t bytes_max = database.options.max_memory_bytes;
  if (StoredBytes::Exceed(bytes_max)) return errors::MemoryLimitReached(bytes_max);
  return {};
}

}  // namespace holdfast
