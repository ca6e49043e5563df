// A walk over all entries of a PartitionMap in the order of Scan, a bounded number per call, while other threads change
// the map.
//
// A position is plain data: a key, whose entry need not exist any more. So a position is also valid in a copy of the
// map. An entry that is in the map during the whole walk is visited once; one that is added or removed meanwhile may or
// may not be visited.
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
// latch held. Advances `position`, and sets `position.done` if fewer than `count_max` entries were left. Returns the
// number of visited entries.
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
        position.started = true;
        position.hash = at->hash();
        position.partition_key = std::string(at->key());
        position.sort_key = std::string(entry.key());
        return count;
      }
    }
  }
  position.done = true;
  return count;
}

}  // namespace holdfast
