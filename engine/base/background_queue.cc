#include "engine/base/background_queue.h"

#include <utility>

namespace holdfast {

void BackgroundQueue::SetWorker(std::function<void()> wake) {
  LatchLock lock(&latch_);
  wake_ = std::move(wake);
}

bool BackgroundQueue::has_worker() const {
  LatchLock lock(&latch_);
  return wake_ != nullptr;
}

// Calls `wake_` with the latch held, so that a worker is not woken after its registration has ended.
void BackgroundQueue::Wake() {
  LatchLock lock(&latch_);
  if (wake_ != nullptr) wake_();
}

void BackgroundQueue::Drop(std::unique_ptr<Garbage> garbage) {
  // If there is no worker, the parameter `garbage` is destroyed when the call ends, after the latch was released.
  LatchLock lock(&latch_);
  if (wake_ == nullptr) return;
  garbage_.push_back(std::move(garbage));
  wake_();
}

bool BackgroundQueue::DestroyPart() {
  std::unique_ptr<Garbage> garbage;
  {
    LatchLock lock(&latch_);
    if (garbage_.empty()) return false;
    garbage = std::move(garbage_.front());
    garbage_.pop_front();
  }
  if (garbage->DestroyPart()) {
    LatchLock lock(&latch_);
    garbage_.push_front(std::move(garbage));
  }
  return true;
}

}  // namespace holdfast
