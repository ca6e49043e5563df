#include "engine/schema/heap_bytes.h"

namespace holdfast {

size_t HeapBytes(const KeySchema& key) {
  size_t bytes = 0;
  for (const auto* attributes : {&key.hash, &key.range}) {
    bytes += StoredBytes::OfArray(*attributes);
    for (const KeyAttribute& attribute : *attributes) bytes += HeapBytes(attribute.name);
  }
  return bytes;
}

size_t HeapBytes(const IndexSchema& index) {
  size_t bytes = HeapBytes(index.name) + HeapBytes(index.key);
  bytes += StoredBytes::OfArray(index.non_key_attributes);
  for (const std::string& name : index.non_key_attributes) bytes += HeapBytes(name);
  return bytes;
}

size_t HeapBytes(const TableSchema& schema) {
  size_t bytes = HeapBytes(schema.name) + HeapBytes(schema.key);
  for (const auto* indexes : {&schema.local_indexes, &schema.global_indexes}) {
    bytes += StoredBytes::OfArray(*indexes);
    for (const IndexSchema& index : *indexes) bytes += HeapBytes(index);
  }
  return bytes;
}

size_t HeapBytes(const ResourceSettings& settings) {
  size_t bytes = StoredBytes::OfArray(settings.tags);
  for (const auto& [key, value] : settings.tags) bytes += HeapBytes(key) + HeapBytes(value);
  if (settings.policy.has_value()) {
    bytes += HeapBytes(settings.policy->document) + HeapBytes(settings.policy->revision_id);
  }
  return bytes;
}

}  // namespace holdfast
