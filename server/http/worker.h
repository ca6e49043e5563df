// One thread of the server: its event loop, its connections, and the buffers that the connections share, because the
// thread serves one connection at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "server/http/buffer_quota.h"
#include "server/http/buffer_reclaimer.h"
#include "server/http/completion_queue.h"
#include "server/http/connection_limits.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"
#include "server/http/session.h"
#include "server/message/http_message.h"

namespace holdfast::server {

class Worker {
 public:
  // `quota` and `reclaimer` are shared by all workers. The reclaimer outlives them.
  Worker(const ConnectionLimits& limits, std::shared_ptr<BufferQuota> quota, BufferReclaimer* reclaimer,
         std::unique_ptr<RequestHandler> handler);
  ~Worker();

  // From any thread.

  // Takes ownership of the file descriptor and serves its connection. If it throws std::bad_alloc the caller keeps the
  // ownership.
  void Adopt(int descriptor);
  // Closes idle connections, and the others after the response to their current request, at the latest after
  // ConnectionLimits::stop. Run then returns.
  void Stop();
  // Connections that were passed to Adopt and have not ended. The descriptor of one that has ended is closed soon
  // after.
  size_t connection_count() const { return connection_count_.load(std::memory_order_relaxed); }

  // On the worker's own thread.

  // Serves until Stop.
  void Run();
  EventLoop& loop() { return *loop_; }

  // For sessions.

  const ConnectionLimits& limits() const { return limits_; }
  BufferQuota& quota() { return *quota_; }
  // For responses, which may outlive the worker.
  const std::shared_ptr<BufferQuota>& shared_quota() const { return quota_; }
  BufferReclaimer& reclaimer() { return *reclaimer_; }
  RequestHandler& handler() { return *handler_; }
  const std::shared_ptr<CompletionQueue>& completions() const { return completions_; }
  // Four times the longest head, and enough to take most bodies in one read.
  static constexpr size_t kReceiveBytes = 65'536;
  // The buffer to receive into. The next session may overwrite its content.
  std::span<char> receive_buffer() { return {receive_buffer_.get(), kReceiveBytes}; }
  // The time of this iteration: exact enough for deadlines, without a system call.
  EventLoop::Clock::time_point now() const { return loop_->now(); }
  std::unique_ptr<RequestParser> TakeParser();
  void ReturnParser(std::unique_ptr<RequestParser> parser) noexcept;
  std::unique_ptr<HttpResponse> TakeResponse();
  void ReturnResponse(std::unique_ptr<HttpResponse> response) noexcept;
  // Calls the session's Continue after the events of this iteration, or in a later iteration. Must not be called again
  // before that.
  void Schedule(Session* session) noexcept { scheduled_.push_back(session); }
  // The same for a session that can do nothing until fewer responses are being sent, perhaps by other workers.
  void ScheduleHeld(Session* session) noexcept {
    Schedule(session);
    ++held_;
  }
  // Calls the session's SendQueued after this function returns and before the iteration ends. Must not be called again
  // before that.
  void EnqueueSend(Session* session);
  // Sends the enqueued responses if the first of them was enqueued too long before `time`, which must be the present.
  // To be called before further work that may take long.
  void SendLate(EventLoop::Clock::time_point time) noexcept;
  // Whether this iteration already takes so long that other threads should execute all but short requests. Reads no
  // clock: the time is that of the last call of SendLate.
  bool is_late() const { return latest_time_ - now() >= kLateAfter; }
  // Closes other connections of this worker whose clients have not read their responses, those with the earliest
  // deadline first, until the memory of `session`, with `input_bytes` of stored input, fits into the quota. False if it
  // does not fit even then.
  bool FreeQuotaFor(Session* session, size_t input_bytes) noexcept;
  // Removes the session; it is destroyed after this iteration or a later one.
  void Remove(Session* session) noexcept;

 private:
  static constexpr std::chrono::milliseconds kLateAfter{2};

  // How long the loop may wait for events: not at all if there is other work.
  std::chrono::milliseconds WaitMax() const;
  void ContinueScheduled() noexcept;
  void DeliverDeferredResponses() noexcept;
  void DestroyRemoved() noexcept;
  void SendAll() noexcept;
  void AdoptOnLoopThread(int descriptor) noexcept;
  void StopOnLoopThread();
  void Sweep();
  void RemoveExpired(EventLoop::Clock::time_point time) noexcept;
  // Reserves capacity for one session more in all lists, so that adding to them never allocates.
  void ReserveForOneMore();

  const ConnectionLimits limits_;
  const std::shared_ptr<BufferQuota> quota_;
  BufferReclaimer* const reclaimer_;
  const std::shared_ptr<EventLoop> loop_ = std::make_shared<EventLoop>();
  const std::shared_ptr<CompletionQueue> completions_;
  const std::unique_ptr<RequestHandler> handler_;
  const std::unique_ptr<char[]> receive_buffer_;
  std::vector<std::unique_ptr<RequestParser>> spare_parsers_;
  std::vector<std::unique_ptr<HttpResponse>> spare_responses_;
  size_t spare_response_bytes_ = 0;
  std::vector<Session*> scheduled_;
  // How many of scheduled_ are held. A held session that was removed still counts, and one for which ContinueScheduled
  // had no time left does not: either makes the next wait wrong by kHeldWait at most.
  size_t held_ = 0;
  // The sessions being continued; null for a session that was removed since. Sessions that are scheduled meanwhile are
  // continued in the next iteration.
  std::vector<Session*> continuing_;
  // Sessions whose responses are ready. A send wakes the client, which preempts this thread if both run on the same
  // processor; so requests that arrived together are all handled before the first response is sent.
  std::vector<Session*> to_send_;
  // When the first of to_send_ was enqueued.
  EventLoop::Clock::time_point first_enqueued_;
  // The time with which SendLate was called last.
  EventLoop::Clock::time_point latest_time_;
  std::vector<std::unique_ptr<Session>> sessions_;
  // Removed sessions that are not destroyed yet. The reactor may still report their events.
  std::vector<std::unique_ptr<Session>> removed_;
  bool stopping_ = false;
  std::atomic<size_t> connection_count_{0};
};

}  // namespace holdfast::server
