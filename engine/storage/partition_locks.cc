#include "engine/storage/partition_locks.h"

#include <algorithm>

namespace holdfast {

void PartitionLocks::LockStage(ShardLatches latches) {
  if (latches.size() > 1) std::sort(latches.begin(), latches.end());
  // A latch that is locked has to be noted, so there must be room before.
  held_.reserve(held_.size() + latches.size());
  const Latch* last = nullptr;
  for (const ShardLatch& shard : latches) {
    if (shard.latch == last) continue;
    last = shard.latch;
    shard.latch->Lock();
    held_.push_back(shard.latch);
  }
}

PartitionLocks::~PartitionLocks() {
  while (!held_.empty()) {
    held_.back()->Unlock();
    held_.pop_back();
  }
}

}  // namespace holdfast
