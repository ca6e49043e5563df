// One thread of the server: its event loop, its connections, and what they share because they never run at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "server/dispatch/http_message.h"
#include "server/http/buffer_quota.h"
#include "server/http/completion_queue.h"
#include "server/http/connection_limits.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"
#include "server/http/session.h"

namespace holdfast::server {

class Worker {
 public:
  // `quota` is shared by all workers, and outlives them.
  Worker(const ConnectionLimits& limits, BufferQuota* quota, std::unique_ptr<RequestHandler> handler);
  ~Worker();

  // From any thread.

  // Serves the connection with this file descriptor, which the worker then owns. If it throws std::bad_alloc, it does
  // not.
  void Adopt(int descriptor);
  // Ends idle connections now and the others after the response to their request; Run then returns.
  void Stop();
  // Connections given to this worker and not yet ended.
  size_t connection_count() const { return connection_count_.load(std::memory_order_relaxed); }

  // On the worker's own thread.

  // Serves until Stop.
  void Run();
  EventLoop& loop() { return loop_; }

  // For sessions.

  const ConnectionLimits& limits() const { return limits_; }
  BufferQuota& quota() { return *quota_; }
  RequestHandler& handler() { return *handler_; }
  const std::shared_ptr<CompletionQueue>& completions() const { return completions_; }
  // Four times the longest head, and enough to take most bodies in one read.
  static constexpr size_t kReceiveBytes = 65'536;
  // Where to receive. What is there may be overwritten by the next session.
  std::span<char> receive_buffer() { return {receive_buffer_.get(), kReceiveBytes}; }
  // Exact enough for deadlines, and costs nothing.
  EventLoop::Clock::time_point now() const { return loop_.now(); }
  std::unique_ptr<RequestParser> TakeParser();
  void ReturnParser(std::unique_ptr<RequestParser> parser) noexcept;
  std::unique_ptr<HttpResponse> TakeResponse();
  void ReturnResponse(std::unique_ptr<HttpResponse> response) noexcept;
  // Calls the session's Continue in one of the next turns. Once until then.
  void Schedule(Session* session) noexcept { scheduled_.push_back(session); }
  // Calls the session's SendQueued after this returns, and before the turn ends. Once until then.
  void EnqueueSend(Session* session);
  // Closes connections whose responses wait longest for being read, until what `session` holds fits into the quota.
  // False if it never does.
  bool FreeQuotaFor(Session* session) noexcept;
  // Ends the session; it is destroyed after this turn or one of the next.
  void Remove(Session* session) noexcept;

 private:
  void ContinueScheduled() noexcept;
  void FinishResponses() noexcept;
  void DestroyRemoved() noexcept;
  void SendAll() noexcept;
  void AdoptOnLoopThread(int descriptor) noexcept;
  void StopOnLoopThread();
  void Sweep();
  void RemoveExpired(EventLoop::Clock::time_point time) noexcept;
  // Makes room for one session more in all lists, so that adding to them never needs memory.
  void ReserveForOneMore();

  const ConnectionLimits limits_;
  BufferQuota* const quota_;
  EventLoop loop_;
  const std::shared_ptr<CompletionQueue> completions_;
  const std::unique_ptr<RequestHandler> handler_;
  const std::unique_ptr<char[]> receive_buffer_;
  std::vector<std::unique_ptr<RequestParser>> spare_parsers_;
  std::vector<std::unique_ptr<HttpResponse>> spare_responses_;
  size_t spare_response_bytes_ = 0;
  std::vector<Session*> scheduled_;
  // Those whose turn it is; what they schedule is done in the next. Null: it was removed meanwhile.
  std::vector<Session*> continuing_;
  // Those whose responses are ready to be sent. A client that runs on this processor runs as soon as it is sent
  // something, and everything here waits for it; so what arrived together is handled before the first response is
  // sent.
  std::vector<Session*> to_send_;
  std::vector<std::unique_ptr<Session>> sessions_;
  // Removed in this turn, whose last events may be still to come, or earlier.
  std::vector<std::unique_ptr<Session>> removed_;
  bool stopping_ = false;
  std::atomic<size_t> connection_count_{0};
};

}  // namespace holdfast::server
