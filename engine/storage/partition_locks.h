// Holds the latches of several shards at once, without deadlock. Code that locks shards without this class holds only
// one such latch at a time, except PartitionMap::TakeImage, which takes all latches of one map, in ascending order.
//
// Order: latches are taken ascending by (stage, table number, index ordinal, shard). The tables' own shards are stage
// 0, global index shards stage 1, and the lanes of streams stage 2. A request locks all its table shards first, in one
// call. The effects that it computes from the items in them determine the index shards and the lanes, which it locks in
// a second and a third call. So all threads lock in one order. Builds with assertions check the order of the stages
// (engine/base/latch_order.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "engine/base/latch.h"
#include "engine/base/latch_order.h"

namespace holdfast {

// The latch of a shard or of a lane, whose number is `shard`. `index_ordinal` is 0 for a table's own shards and for
// lanes.
struct ShardLatch {
  uint64_t table_number;
  size_t index_ordinal;
  size_t shard;
  Latch* latch;

  friend bool operator<(const ShardLatch& a, const ShardLatch& b) {
    return std::tie(a.table_number, a.index_ordinal, a.shard) < std::tie(b.table_number, b.index_ordinal, b.shard);
  }
};

using ShardLatches = absl::InlinedVector<ShardLatch, 4>;

// Not thread-safe itself; on the stack of the thread that locks.
class PartitionLocks {
 public:
  PartitionLocks() = default;
  PartitionLocks(const PartitionLocks&) = delete;
  PartitionLocks& operator=(const PartitionLocks&) = delete;
  // Unlocks everything.
  ~PartitionLocks() ABSL_NO_THREAD_SAFETY_ANALYSIS;

  // The first call locks stage 0, the second stage 1, the third stage 2. Locks each latch of `latches` once, however
  // often it is listed.
  void LockStage(ShardLatches latches) ABSL_NO_THREAD_SAFETY_ANALYSIS;

 private:
  static LatchLevel LevelOf(size_t stage) {
    return static_cast<LatchLevel>(static_cast<size_t>(LatchLevel::kTableShards) + stage);
  }

  // The number of stages that were locked.
  size_t stages_ = 0;
  absl::InlinedVector<Latch*, 4> held_;
};

}  // namespace holdfast
