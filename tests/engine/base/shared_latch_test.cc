#include "engine/base/shared_latch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "tests/support/concurrent_call.h"

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

TEST(SharedLatch, AThreadThatMustNotWaitSharesItWhileAWriterWaits) {
  SharedLatch latch;
  std::atomic<bool> entered{false};
  std::thread writer;
  std::optional<testing::ConcurrentCall> reader;
  {
    SharedLock long_section(&latch);
    writer = std::thread([&] {
      ExclusiveLock lock(&latch);
      entered = true;
    });
    // Once the writer waits, it keeps out other readers.
    do {
      reader.emplace([&] { SharedLock lock(&latch); });
    } while (!reader->Waits());
    std::thread([&] {
      SharedLatch::ThisThreadMustNotWait();
      for (int i = 0; i < 1'000; ++i) SharedLock lock(&latch);
    }).join();
    EXPECT_FALSE(entered);
  }
  writer.join();
  EXPECT_TRUE(entered);
}

// While a thread locks exclusively five times, four readers lock again as soon as they have unlocked. If the writer
// starves, the test does not end.
TEST(SharedLatch, AWriterEntersAlthoughReadersKeepComing) {
  SharedLatch latch;
  std::atomic<bool> stop{false};
  std::atomic<int> begun{0};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&latch, &stop, &begun, must_not_wait = reader % 2 == 0] {
      if (must_not_wait) SharedLatch::ThisThreadMustNotWait();
      ++begun;
      while (!stop) {
        SharedLock lock(&latch);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  }
  while (begun < 4) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) ExclusiveLock lock(&latch);
  stop = true;
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace holdfast
