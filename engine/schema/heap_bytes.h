// How much heap memory parts of stored schemas and settings take, for StoredBytes: an estimate that counts the arrays
// of lists by their capacity, and the texts that do not fit into their objects.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/stored_bytes.h"
#include "engine/schema/resource_settings.h"
#include "engine/schema/table_schema.h"

namespace holdfast {

inline size_t HeapBytes(const std::string& text) {
  // A text that fits into the object has no block.
  return text.capacity() <= std::string().capacity() ? 0 : text.capacity() + 1 + StoredBytes::kBlockOverheadBytes;
}
size_t HeapBytes(const KeySchema& key);
size_t HeapBytes(const IndexSchema& index);
size_t HeapBytes(const TableSchema& schema);
size_t HeapBytes(const ResourceSettings& settings);

}  // namespace holdfast
