// How much memory parts of stored descriptions take beside their own objects, for StoredBytes: an estimate that counts
// the texts, and one block for each element of a list.
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
