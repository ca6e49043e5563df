// Passes deferred responses back to the thread of their connection.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "server/message/deferred_response.h"

namespace holdfast::server {

class CompletionQueue;
class EventLoop;
class Session;

// The pending response of one session.
class SessionResponse final : public PendingResponse {
 public:
  SessionResponse(std::shared_ptr<CompletionQueue> queue, Session* a_session)
      : session(a_session), queue_(std::move(queue)) {}

  void Pass(std::shared_ptr<PendingResponse> self) noexcept override;

  // These two are accessed on the session's thread only.

  // Null after the session was destroyed.
  Session* session;
  // The first part of the response is being sent or was sent, so that another response cannot take its place.
  bool begun = false;

 private:
  friend class CompletionQueue;

  const std::shared_ptr<CompletionQueue> queue_;
  // The next in the queue, which is intrusive so that completing a response does not allocate.
  std::shared_ptr<SessionResponse> next_;
  // Guarded by the queue's mutex.
  bool queued_ = false;
};

// Thread-safe. Pending responses share its ownership, so it may outlive its worker.
class CompletionQueue {
 public:
  explicit CompletionQueue(EventLoop* loop) : loop_(loop) {}
  ~CompletionQueue() { Close(); }
  CompletionQueue(const CompletionQueue&) = delete;
  CompletionQueue& operator=(const CompletionQueue&) = delete;

  // Adds a response, unless the queue is closed, and wakes the loop. If a part of this response is still queued, the
  // handler has dropped or abandoned the response, which is then only marked as dropped.
  void Push(std::shared_ptr<SessionResponse> response) noexcept;
  // Removes and returns the response that was pushed last; null if the queue is empty. The order of responses does not
  // matter, because they belong to different sessions.
  std::shared_ptr<SessionResponse> Pop() noexcept;
  bool empty() const { return empty_.load(std::memory_order_acquire); }
  // Drops the queued responses, and from then on every response that is pushed. The loop is not used afterwards.
  void Close() noexcept;

 private:
  std::mutex mutex_;
  // Null once closed.
  EventLoop* loop_;
  std::shared_ptr<SessionResponse> first_;
  std::atomic<bool> empty_{true};
};

}  // namespace holdfast::server
