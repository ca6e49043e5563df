// Stores and erases items of a PartitionMap, and returns the names of the items on a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/read/page.h"
#include "engine/storage/partition_map.h"
#include "engine/values/item.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {

// Puts an item {"k": "<partition>/<sort>"}.
inline void StoreEntry(PartitionMap& map, std::string_view partition, std::string_view sort) {
  const uint64_t hash = PartitionHash(0)(partition);
  const std::string name = std::string(partition) + "/" + std::string(sort);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  map.Put(hash, partition, sort, Item::Create(AttributeMap{{"k", S(name)}}));
}
inline void EraseEntry(PartitionMap& map, std::string_view partition, std::string_view sort) {
  const uint64_t hash = PartitionHash(0)(partition);
  LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
  map.Erase(hash, partition, sort);
}

inline std::vector<std::string> NamesOn(Page& page) {
  std::vector<std::string> names;
  for (const ResponseItem& item : page.items()) names.emplace_back(item.view().Find("k")->bytes());
  return names;
}

}  // namespace holdfast::testing
