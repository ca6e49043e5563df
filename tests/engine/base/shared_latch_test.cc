#include "engine/base/shared_latch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace holdfast {
namespace {

TEST(SharedLatch, TwoThreadsShareIt) {
  SharedLatch latch;
  SharedLock mine(&latch);
  bool shared = false;
  std::thread([&] {
    SharedLock theirs(&latch);
    shared = true;
  }).join();
  EXPECT_TRUE(shared);
}

// Writers increment two numbers under the exclusive lock; no reader under the shared lock sees them differ.
TEST(SharedLatch, AnExclusiveLockExcludesReadersAndWriters) {
  constexpr int kRounds = 2'000;
  SharedLatch latch;
  int first = 0;
  int second = 0;
  std::atomic<int> torn{0};
  std::vector<std::thread> threads;
  for (int reader = 0; reader < 3; ++reader) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        SharedLock lock(&latch);
        if (first != second) ++torn;
      }
    });
  }
  for (int writer = 0; writer < 2; ++writer) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        ExclusiveLock lock(&latch);
        ++first;
        ++second;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(first, 2 * kRounds);
  EXPECT_EQ(second, 2 * kRounds);
}

}  // namespace
}  // namespace holdfast
