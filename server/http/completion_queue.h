// Passes deferred responses back to the thread of their connection.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "server/http/buffer_quota.h"
#include "server/message/deferred_response.h"

namespace holdfast::server {

class CompletionQueue;
class EventLoop;
class Session;

// The pending response of one session.
class SessionResponse final : public PendingResponse {
 public:
  // `held_bytes`: see Responder::Defer.
  SessionResponse(std::shared_ptr<CompletionQueue> queue, std::shared_ptr<BufferQuota> quota, Session* a_session,
                  size_t held_bytes)
      : session(a_session),
        queue_(std::move(queue)),
        quota_(std::move(quota)),
        request_bytes_(held_bytes),
        held_bytes_(held_bytes + sizeof(*this) + message.capacity()) {}
  ~SessionResponse() override {
    quota_->Release(&charged_);
    quota_->Release(&growth_charged_);
  }

  bool ChargeGrowth(size_t held_bytes) noexcept override {
    const size_t growth = held_bytes > request_bytes_ ? held_bytes - request_bytes_ : 0;
    return quota_->ChargeExactly(growth, &growth_charged_);
  }
  bool must_wait() const noexcept override { return quota_->long_responses_wait(); }
  void Pass(std::shared_ptr<PendingResponse> self, size_t message_bytes) noexcept override;

  // These are accessed on the session's thread only.

  // Null once the session has ended or given up this response.
  Session* session;
  // The first part of the response is being sent or was sent, so that another response cannot take its place.
  bool begun = false;
  // Takes over the charge of a session that ends before its handler has responded, and raises it to what the handler
  // may hold until then, because the bound on connections does not bound that any more. The charge is released when the
  // handler has given up this response, on any thread.
  void TakeCharge(size_t charged) {
    charged_ = charged;
    quota_->ChargeUnbounded(held_bytes_, &charged_);
  }

 private:
  friend class CompletionQueue;

  const std::shared_ptr<CompletionQueue> queue_;
  // The next in the queue, which is intrusive so that completing a response does not allocate. This, `queued_` and
  // `outgoing_` are guarded by the queue's mutex.
  std::shared_ptr<SessionResponse> next_;
  bool queued_ = false;
  // What the quota counts as outgoing while this is queued.
  size_t outgoing_ = 0;
  const std::shared_ptr<BufferQuota> quota_;
  const size_t request_bytes_;
  const size_t held_bytes_;
  // What ChargeGrowth has charged. The session does not access it.
  size_t growth_charged_ = 0;
  // What TakeCharge has charged or taken over.
  size_t charged_ = 0;
};

// Thread-safe. Pending responses share its ownership, so it may outlive its worker.
class CompletionQueue {
 public:
  explicit CompletionQueue(std::shared_ptr<EventLoop> loop) : loop_(std::move(loop)) {}
  ~CompletionQueue() { Close(); }
  CompletionQueue(const CompletionQueue&) = delete;
  CompletionQueue& operator=(const CompletionQueue&) = delete;

  // Adds a response, unless the queue is closed, and wakes the loop. If a part of this response is still queued, the
  // handler has dropped or abandoned the response, which is then only marked as dropped. `message_bytes`: see
  // PendingResponse::Pass.
  void Push(std::shared_ptr<SessionResponse> response, size_t message_bytes) noexcept;
  // Removes and returns the response that was pushed first; null if the queue is empty.
  std::shared_ptr<SessionResponse> Pop() noexcept;
  bool empty() const { return empty_.load(std::memory_order_acquire); }
  // Drops the queued responses, and from then on every response that is pushed.
  void Close() noexcept;

 private:
  // Shared, because a thread may still wake it after its worker was destroyed.
  const std::shared_ptr<EventLoop> loop_;
  // Guards the members below.
  std::mutex mutex_;
  bool closed_ = false;
  std::shared_ptr<SessionResponse> first_;
  // Valid unless the queue is empty.
  SessionResponse* last_ = nullptr;
  std::atomic<bool> empty_{true};
};

}  // namespace holdfast::server
