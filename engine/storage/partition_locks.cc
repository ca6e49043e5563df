#include "engine/storage/partition_locks.h"

#include <algorithm>

namespace holdfast {

void PartitionLocks::LockStage(ShardLatches latches) {
  if (latches.size() > 1) std::sort(latches.begin(), latches.end());
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
