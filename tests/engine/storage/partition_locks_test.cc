// PartitionLocks lock each latch once, and unlock it when they are destroyed. Builds with assertions check the order of
// latch levels.
#include "engine/storage/partition_locks.h"

#include <gtest/gtest.h>

#include "engine/base/shared_latch.h"
#include "engine/storage/partition_map.h"

namespace holdfast {
namespace {

// A stage with one latch, that of shard 3 of `map`.
ShardLatches StageOfOneLatch(const PartitionMap& map) { return {{1, 0, 3, &map.latch(3)}}; }

bool IsFree(Latch& latch) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (!latch.TryLock()) return false;
  latch.Unlock();
  return true;
}

TEST(PartitionLocks, HoldEachListedLatchUntilTheyAreDestroyed) {
  PartitionMap map(0);
  {
    PartitionLocks locks;
    locks.LockStage({{1, 0, 5, &map.latch(5)}, {1, 0, 3, &map.latch(3)}, {1, 0, 5, &map.latch(5)}});
    EXPECT_FALSE(IsFree(map.latch(3)));
    EXPECT_FALSE(IsFree(map.latch(5)));
    EXPECT_TRUE(IsFree(map.latch(4)));
  }
  EXPECT_TRUE(IsFree(map.latch(3)));
  EXPECT_TRUE(IsFree(map.latch(5)));
}

TEST(PartitionLocks, HoldTheLatchesOfAllStages) {
  PartitionMap items(0);
  PartitionMap entries(0);
  PartitionLocks locks;
  locks.LockStage(StageOfOneLatch(items));
  locks.LockStage({});
  locks.LockStage(StageOfOneLatch(entries));
  EXPECT_FALSE(IsFree(items.latch(3)));
  EXPECT_FALSE(IsFree(entries.latch(3)));
}

#ifndef NDEBUG
TEST(LatchOrderDeathTest, LatchingAShardOutsideOfThePartitionLocksEndsTheProgram) {
  PartitionMap items(0);
  PartitionMap others(0);
  PartitionLocks locks;
  locks.LockStage(StageOfOneLatch(items));
  EXPECT_DEATH(
      {
        PartitionLocks again;
        again.LockStage(StageOfOneLatch(others));
      },
      "Latch order: a thread that holds levels 0x2 takes level 1");
  EXPECT_DEATH(PartitionMap(0).ShareFrom(others), "Latch order");
}

TEST(LatchOrderDeathTest, LatchingTheStateOfADatabaseAfterAShardEndsTheProgram) {
  PartitionMap items(0);
  SharedLatch state(LatchLevel::kDatabaseState);
  PartitionLocks locks;
  locks.LockStage(StageOfOneLatch(items));
  EXPECT_DEATH(SharedLock lock(&state), "Latch order");
  EXPECT_DEATH(ExclusiveLock lock(&state), "Latch order");
}

// Locks a latch that the caller holds already: the mistake that the test makes. In a function without thread-safety
// analysis, because this analysis would report the second lock in the test.
void LockAgain(SharedLatch* held) ABSL_NO_THREAD_SAFETY_ANALYSIS { SharedLock again(held); }

TEST(LatchOrderDeathTest, TheStateOfADatabaseIsNotReentrant) {
  SharedLatch state(LatchLevel::kDatabaseState);
  SharedLock lock(&state);
  EXPECT_DEATH(LockAgain(&state), "Latch order");
}
#endif

}  // namespace
}  // namespace holdfast
