// One thread of the server: its event loop, its connections, and what they share because they never run at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "server/dispatch/http_message.h"
#include "server/http/connection_limits.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"
#include "server/http/send_batch.h"
#include "server/http/session.h"

namespace holdfast::server {

class Worker {
 public:
  Worker(const ConnectionLimits& limits, std::unique_ptr<RequestHandler> handler);
  ~Worker();

  // From any thread.

  // Serves the connection with this file descriptor, which the worker now owns.
  void Adopt(int descriptor);
  // Ends idle connections now and the others after the answer to their request; Run then returns.
  void Stop();
  // Connections given to this worker and not yet ended.
  size_t connection_count() const { return connection_count_.load(std::memory_order_relaxed); }

  // On the worker's own thread.

  // Serves until Stop.
  void Run();
  EventLoop& loop() { return loop_; }

  // For sessions.

  const ConnectionLimits& limits() const { return limits_; }
  RequestHandler& handler() { return *handler_; }
  std::span<char> read_buffer() { return {read_buffer_.get(), kReadBufferBytes}; }
  // Exact enough for deadlines, and costs nothing.
  EventLoop::Clock::time_point now() const { return loop_.now(); }
  std::unique_ptr<RequestParser> TakeParser();
  void ReturnParser(std::unique_ptr<RequestParser> parser);
  std::unique_ptr<HttpAnswer> TakeAnswer();
  void ReturnAnswer(std::unique_ptr<HttpAnswer> answer);
  // What sessions send when they continue.
  SendBatch& sends() { return sends_; }
  // Calls the session's Continue in the next turn, after what has happened on sockets.
  void ContinueSoon(Session* session);
  // Does so after all requests that arrived together are answered, or at once if they take long. Were each answer sent
  // at once, a client on this processor would be woken to run between any two requests.
  void SendSoon(Session* session);
  // Ends the session; it is destroyed with the turn.
  void Remove(Session* session);

 private:
  // Four times the longest head, and enough to take most bodies in one read.
  static constexpr size_t kReadBufferBytes = 65'536;

  void ContinueSessions();
  void AdoptHere(int descriptor);
  void StopHere();
  void Sweep();
  void RemoveAllDueBy(EventLoop::Clock::time_point time);

  const ConnectionLimits limits_;
  EventLoop loop_;
  const std::unique_ptr<RequestHandler> handler_;
  const std::unique_ptr<char[]> read_buffer_;
  std::vector<std::unique_ptr<RequestParser>> spare_parsers_;
  std::vector<std::unique_ptr<HttpAnswer>> spare_answers_;
  size_t spare_answer_bytes_ = 0;
  // Who is to continue next, and who is continuing.
  std::vector<Session*> to_continue_;
  std::vector<Session*> continuing_;
  SendBatch sends_;
  EventLoop::Clock::time_point last_answered_;
  std::vector<std::unique_ptr<Session>> sessions_;
  // Removed in this turn, whose last events may be still to come.
  std::vector<std::unique_ptr<Session>> removed_;
  bool stopping_ = false;
  std::atomic<size_t> connection_count_{0};
};

}  // namespace holdfast::server
