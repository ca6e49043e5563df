// One thread of the server: its event loop, its connections, and what they share because they never run at once.
//
// In each turn of the loop first everybody receives what has arrived, then all of that is answered, then all answers
// are sent. So each of the three, the first and the last of which are the kernel's, finds its code in the processor's
// cache nearly always; and were each answer sent at once, a client on this processor would be woken to run between any
// two requests.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
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
  // Four times the longest head, and enough to take most bodies in one read.
  static constexpr size_t kReceiveBytesMax = 65'536;
  // Where to receive next: that many bytes.
  std::span<char> receive_room();
  // Exact enough for deadlines, and costs nothing.
  EventLoop::Clock::time_point now() const { return loop_.now(); }
  std::unique_ptr<RequestParser> TakeParser();
  void ReturnParser(std::unique_ptr<RequestParser> parser);
  std::unique_ptr<HttpAnswer> TakeAnswer();
  void ReturnAnswer(std::unique_ptr<HttpAnswer> answer);
  // Calls the session's Receive in the next turn, after what has happened on sockets.
  void ReceiveSoon(Session* session) { to_receive_.push_back(session); }
  // Calls its Process with the first `size` bytes of the room, after what others receive in this turn.
  void ProcessSoon(Session* session, size_t size);
  // Calls its Send after all that was received in this turn is processed, or in the next turn.
  void SendSoon(Session* session) { to_send_.push_back(session); }
  // Likewise, when it has an answer; but if to make that took long, and other answers are waiting, it sends all at
  // once.
  void AnswerSoon(Session* session);
  // Ends the session; it is destroyed with the turn.
  void Remove(Session* session);

 private:
  // Enough for as many usual requests as arrive together, and small enough for the processor's second cache.
  static constexpr size_t kBufferBytes = 4 * kReceiveBytesMax;
  struct Received {
    Session* session;
    std::string_view bytes;
  };

  void ReceiveAll();
  void ProcessAll();
  void SendAll();
  void AdoptHere(int descriptor);
  void StopHere();
  void Sweep();
  void RemoveAllDueBy(EventLoop::Clock::time_point time);

  const ConnectionLimits limits_;
  EventLoop loop_;
  const std::unique_ptr<RequestHandler> handler_;
  const std::unique_ptr<char[]> buffer_;
  // How much of it holds what was received and not yet processed.
  size_t buffered_ = 0;
  std::vector<std::unique_ptr<RequestParser>> spare_parsers_;
  std::vector<std::unique_ptr<HttpAnswer>> spare_answers_;
  size_t spare_answer_bytes_ = 0;
  // Who asked for which step, and what was received.
  std::vector<Session*> to_receive_;
  std::vector<Received> received_;
  std::vector<Session*> to_send_;
  // Whose step is being taken: what a step asks for is done later.
  std::vector<Session*> receiving_;
  std::vector<Session*> sending_;
  SendBatch sends_;
  EventLoop::Clock::time_point last_answered_;
  std::vector<std::unique_ptr<Session>> sessions_;
  // Removed in this turn, whose last events may be still to come.
  std::vector<std::unique_ptr<Session>> removed_;
  bool stopping_ = false;
  std::atomic<size_t> connection_count_{0};
};

}  // namespace holdfast::server
