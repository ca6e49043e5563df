// How much memory parts of stored descriptions take beside their own objects, for StoredBytes: an estimate that counts
// the texts, and one block for each element of a list.
#pragma once

#include <cstddef>
#include <string>

#include "engine/schema/resource_settings.h"
#include "engine/schema/table_schema.h"

namespace holdfast {

size_t HeapBytes(const std::string& text);
size_t HeapBytes(const KeySchema& key);
size_t HeapBytes(const IndexSchema& index);
size_t HeapBytes(const TableSchema& schema);
size_t HeapBytes(const ResourceSettings& settings);

}  // namespace holdfast
