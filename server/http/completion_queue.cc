#include "server/http/completion_queue.h"

#include <utility>

#include "server/http/event_loop.h"

namespace holdfast::server {

void SessionResponse::Pass(std::shared_ptr<PendingResponse> self, size_t message_bytes) noexcept {
  // Push gives `self` away, which may be the last owner of the queue, before it wakes the loop.
  const std::shared_ptr<CompletionQueue> queue = queue_;
  queue->Push(std::static_pointer_cast<SessionResponse>(std::move(self)), message_bytes);
}

void CompletionQueue::Push(std::shared_ptr<SessionResponse> response, size_t message_bytes) noexcept {
  bool is_open = false;
  {
    const std::lock_guard lock(mutex_);
    if (response->queued_) {
      response->dropped = true;
      return;
    }
    is_open = !closed_;
    if (is_open) {
      response->queued_ = true;
      // Fewer bytes are not worth a write to memory that all threads share.
      if (message_bytes > BufferQuota::kUnchargedBytes) {
        response->quota_->SetOutgoing(message_bytes, &response->outgoing_);
      }
      SessionResponse* const pushed = response.get();
      (first_ == nullptr ? first_ : last_->next_) = std::move(response);
      last_ = pushed;
      empty_.store(false, std::memory_order_release);
    }
  }
  // Without the mutex: the loop may preempt this thread, which has a lower priority, and would then wait for the mutex
  // until this thread gets a processor again.
  if (is_open) return loop_->Wake();
  // Nothing will be sent.
  response->on_sent = nullptr;
}

std::shared_ptr<SessionResponse> CompletionQueue::Pop() noexcept {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<SessionResponse> response = std::move(first_);
  if (response != nullptr) {
    first_ = std::move(response->next_);
    response->queued_ = false;
    response->quota_->SetOutgoing(0, &response->outgoing_);
  }
  empty_.store(first_ == nullptr, std::memory_order_release);
  return response;
}

void CompletionQueue::Close() noexcept {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  // One by one, because the destructor of each would otherwise destroy the next, recursively.
  while (const std::shared_ptr<SessionResponse> response = Pop()) response->on_sent = nullptr;
}

}  // namespace holdfast::server
