// A walk over all entries of a PartitionMap in the order of Scan, some at a time, while other threads change the map.
//
// The position is plain data: a key in the order, whether or not its entry still exists. So it is valid in a copy of
// the map. An entry that is in the map during the whole walk is visited once; one that comes or goes meanwhile may be
// visited or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/storage/partition_map.h"

namespace holdfast {

struct WalkPosition {
  bool started = false;
  bool done = false;
  // The entry that was visited last.
  uint64_t hash = 0;
  std::string partition_key;
  std::string sort_key;
};

// Calls `visit(const Partition&, const SortedEntry&)` for the next entries, at most `count_max` (> 0) of them, with no
// latch held. Moves `position`, which is done when the last entry was visited. Returns the number of entries.
template <typename Visit>
size_t WalkItems(const PartitionMap& map, size_t count_max, WalkPosition& position, Visit visit) {
  size_t count = 0;
  for (size_t shard = PartitionMap::ShardOf(position.hash); shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = map.View(shard);
    const bool resumes = position.started && shard == PartitionMap::ShardOf(position.hash);
    for (auto at = resumes ? view.From(position.hash, position.partition_key) : view.From(0); !at.done(); at.Next()) {
      const SortedItems& entries = at->items();
      const bool resumes_here = resumes && at->hash() == position.hash && at->key() == position.partition_key;
      for (auto entry = resumes_here ? entries.After(position.sort_key) : entries.First(); !entry.done();
           entry.Next()) {
        visit(*at, *entry);
        if (++count < count_max) continue;
        const std::string_view sort_key = (*entry).key;
        position.started = true;
        position.hash = at->hash();
        position.partition_key = std::string(at->key());
        position.sort_key = std::string(sort_key);
        return count;
      }
    }
  }
  position.done = true;
  return count;
}

}  // namespace holdfast
