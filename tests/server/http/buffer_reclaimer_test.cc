#include "server/http/buffer_reclaimer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace holdfast::server {
namespace {

// Bytes of this process that are in memory.
size_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  size_t total_pages = 0;
  size_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(BufferReclaimer, FreesWhatSeveralThreadsPassToItBeforeItIsDestroyed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  constexpr size_t kBufferBytes = size_t{16} << 20;
  constexpr int kThreads = 4;
  constexpr int kBuffers = 8;
  const size_t before = ResidentBytes();
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
  EXPECT_LT(ResidentBytes(), before + 2 * kBufferBytes);
}

TEST(BufferReclaimer, IsDestroyedWithoutEverHavingHadALargeBuffer) {
  BufferReclaimer reclaimer;
  reclaimer.Free(std::string(100, 'x'));
}

}  // namespace
}  // namespace holdfast::server
