// Frees large buffers on a thread of its own. Returning 16 MB to the system takes several milliseconds. If an event
// loop did it, the requests of its other connections would wait that long.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace holdfast::server {

// Thread-safe.
class BufferReclaimer {
 public:
  // A smaller buffer is freed on the caller's thread, which takes less than half a millisecond.
  static constexpr size_t kReclaimedBytesMin = size_t{1} << 20;

  BufferReclaimer() = default;
  // Frees the buffers that are still queued.
  ~BufferReclaimer();
  BufferReclaimer(const BufferReclaimer&) = delete;
  BufferReclaimer& operator=(const BufferReclaimer&) = delete;

  // Frees `buffer`: on this object's thread if it is large; otherwise, and if memory or a thread is lacking, before
  // this returns. The first large buffer starts the thread.
  void Free(std::string buffer) noexcept;

 private:
  void Run();

  std::mutex mutex_;
  // The members below are guarded by mutex_.
  std::condition_variable changed_;
  std::vector<std::string> buffers_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
