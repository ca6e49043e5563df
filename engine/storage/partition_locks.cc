#include "engine/storage/partition_locks.h"

#include <algorithm>

namespace holdfast {

void PartitionLocks::LockStage(ShardLatches latches) {
  EnterLatchLevel(LevelOf(stages_++));
  if (latches.empty()) return;
  if (latches.size() > 1) std::sort(latches.begin(), latches.end());
  // Allocate before locking: recording a latch that is already locked must not fail.
  held_.reserve(held_.size() + latches.size());
  const Latch* last = nullptr;
  for (const ShardLatch& shard : latches) {
    if (shard.latch == last) continue;
    last == nullptr ? shard.latch->Lock() : shard.latch->LockAnother();
    last = shard.latch;
    held_.push_back(shard.latch);
  }
}

PartitionLocks::~PartitionLocks() {
  while (!held_.empty()) {
    held_.back()->Unlock();
    held_.pop_back();
  }
  while (stages_ > 0) LeaveLatchLevel(LevelOf(--stages_));
}

}  // namespace holdfast
