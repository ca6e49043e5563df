// One thread of the server: its event loop, its connections, and what they share because they never run at once.
#pragma once

#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "server/dispatch/http_message.h"
#include "server/http/connection_limits.h"
#include "server/http/request_parser.h"
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
  boost::asio::io_context& io_context() { return io_context_; }

  // For sessions.

  const ConnectionLimits& limits() const { return limits_; }
  RequestHandler& handler() { return *handler_; }
  std::span<char> read_buffer() { return {read_buffer_.get(), kReadBufferBytes}; }
  // The time of the last sweep: exact enough for deadlines, and costs nothing.
  std::chrono::steady_clock::time_point now() const { return now_; }
  std::unique_ptr<RequestParser> TakeParser();
  void ReturnParser(std::unique_ptr<RequestParser> parser);
  std::unique_ptr<HttpAnswer> TakeAnswer();
  void ReturnAnswer(std::unique_ptr<HttpAnswer> answer);
  // Calls the session's Send after all requests that arrived together are answered, or at once if they take long. Were
  // each answer sent at once, a client on this processor would be woken to run between any two requests.
  void SendSoon(Session* session);
  // Destroys the session.
  void Remove(Session* session);

 private:
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                        boost::asio::io_context::executor_type>;

  // Four times the longest head, and enough to take most bodies in one read.
  static constexpr size_t kReadBufferBytes = 65'536;

  void SendAnswers();
  void AdoptHere(int descriptor);
  void StopHere();
  void ArmSweep();
  void Sweep();

  const ConnectionLimits limits_;
  boost::asio::io_context io_context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> keep_running_;
  Timer sweep_timer_;
  const std::unique_ptr<RequestHandler> handler_;
  const std::unique_ptr<char[]> read_buffer_;
  std::vector<std::unique_ptr<RequestParser>> spare_parsers_;
  std::vector<std::unique_ptr<HttpAnswer>> spare_answers_;
  size_t spare_answer_bytes_ = 0;
  // Whose answers are to be sent next, and whose are being sent.
  std::vector<Session*> to_send_;
  std::vector<Session*> sending_;
  std::chrono::steady_clock::time_point last_answered_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::chrono::steady_clock::time_point now_;
  std::chrono::steady_clock::time_point stop_deadline_;
  bool stopping_ = false;
  std::atomic<size_t> connection_count_{0};
};

}  // namespace holdfast::server
