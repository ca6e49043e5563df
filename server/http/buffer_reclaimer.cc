#include "server/http/buffer_reclaimer.h"

#include <utility>

#include "server/log/exception_log.h"

namespace holdfast::server {

BufferReclaimer::~BufferReclaimer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void BufferReclaimer::Free(std::string buffer) noexcept {
  if (buffer.capacity() < kReclaimedBytesMin) return;
  try {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
    buffers_.push_back(std::move(buffer));
    changed_.notify_one();
  } catch (...) {
    LogException("passing a buffer to the thread that frees it");
  }
}

void BufferReclaimer::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_ || !buffers_.empty()) {
    changed_.wait(lock, [this] { return stopping_ || !buffers_.empty(); });
    std::vector<std::string> freed;
    freed.swap(buffers_);
    lock.unlock();
    freed.clear();
    lock.lock();
  }
}

}  // namespace holdfast::server
