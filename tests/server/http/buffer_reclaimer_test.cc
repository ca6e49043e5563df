#include "server/http/buffer_reclaimer.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/support/allocated_bytes.h"
#include "tests/support/sanitizers.h"

namespace holdfast::server {
namespace {

TEST(BufferReclaimer, HasFreedTheBuffersOfAllThreadsOnceItIsDestroyed) {
  if (kSanitized) GTEST_SKIP() << "mallinfo2 does not count what the allocators of the sanitizers allocate";
  constexpr size_t kBufferBytes = size_t{16} << 20;
  constexpr int kThreads = 4;
  constexpr int kBuffers = 8;
  const size_t before = AllocatedBytes();
  {
    BufferReclaimer reclaimer;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&reclaimer] {
        for (int buffer = 0; buffer < kBuffers; ++buffer) reclaimer.Free(std::string(kBufferBytes, 'x'));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_LT(AllocatedBytes(), before + 2 * kBufferBytes);
}

TEST(BufferReclaimer, IsDestroyedWithoutEverHavingHadALargeBuffer) {
  BufferReclaimer reclaimer;
  reclaimer.Free(std::string(100, 'x'));
}

}  // namespace
}  // namespace holdfast::server
