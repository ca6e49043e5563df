// One connection: reads requests, has each handled, and writes the responses in order.
//
//             bytes arrive               handled
//   waiting ───────────────► receiving ────────────────► sending ──► lingering ──► closed
//      ▲                         ▲   │                    ▲ │
//      │                         │   └► awaiting response ┘ │  (awaiting response: if the handler deferred it)
//      └── nothing is left ──────┴── input is pending ──────┘  (lingering: if no further request will be read)
//
// An idle connection holds no buffer: the session reads into its worker's. Only what a request leaves unfinished is
// kept here.
//
// The reactor reports each change once, so whenever the session stops before it has read all there is, or written all
// it wants to, it is either scheduled with the worker or awaits an event. Lives on its worker's thread. Exceptions end
// here: the request under way is answered with InternalServerError if that is possible, and the connection is closed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/dispatch/deferred_response.h"
#include "server/dispatch/http_message.h"
#include "server/http/completion_queue.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"

namespace holdfast::server {

class Worker;

class Session final : public EventLoop::Watcher, private ResponseChannel {
 public:
  // Owns the socket. `worker` owns the session and outlives it.
  Session(int socket, Worker* worker);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void OnReady(bool ended) override;
  // What was scheduled with the worker.
  void Continue() noexcept;
  // The response that was given to the worker to be sent.
  void SendQueued() noexcept;
  // The deferred response was completed or given up.
  void OnResponseFinished(SessionResponse* response) noexcept;

  // Ends the connection now, whatever it is doing.
  void Abort() noexcept;
  // Ends the connection now if it is idle, else after the response to the request under way.
  void CloseWhenDone() noexcept;

  EventLoop::Clock::time_point deadline() const { return deadline_; }
  // Charges the worker's quota what the connection holds. False if all connections together hold too much.
  bool ChargeBuffers() { return ChargeBuffers(pending_input_.size()); }
  // Holds a response that the client does not read, and is charged for it.
  bool has_unread_response() const { return state_ == State::kSending && charged_ > 0; }

  // Where the worker keeps this session in its list.
  size_t position = 0;

 private:
  enum class State { kReceiving, kAwaitingResponse, kSending, kLingering, kRemoved };

  std::shared_ptr<PendingResponse> DeferResponse() override;

  // Runs a step, and ends the connection if the step throws.
  template <typename Step>
  void Guard(Step step) noexcept;
  void HandleException() noexcept;

  void Advance();
  void Receive();
  // Handles the requests in `bytes`, which may be overwritten once this returns, and keeps what is left.
  void Process(std::string_view bytes);
  // Takes one request off the front of `*bytes` and has it handled; its response is sent now if more input follows.
  // False if it is not there as a whole.
  bool TakeRequest(std::string_view* bytes);
  void Handle(bool input_follows);
  void Refuse(RefusalReason reason);
  // Sends the response, or has the worker send it with others.
  void StartSending(bool now);
  // True if the whole response was sent.
  bool Send();
  void OnSent();
  void Linger();
  void Drain();

  // Has Receive called when there is something to read.
  void AwaitInput();
  // Has the worker call Continue in one of the next turns, so that a connection that always has more to do does not keep
  // others waiting.
  void Schedule();
  void StorePendingInput(std::string_view bytes);
  void SendContinue();
  void ReturnParser() noexcept;
  void DropPendingResponse() noexcept;
  // Tells the handler whose response is deferred that the client has closed its side.
  void ReportInputEnd();
  // Likewise, with input that is about to be kept.
  bool ChargeBuffers(size_t input_bytes);
  // Reads into `room`; nothing if there is nothing, or if that was the end: then the session is removed.
  size_t Read(std::span<char> buffer);

  const int socket_;
  Worker* const worker_;
  const bool from_loopback_;
  EventLoop::Clock::time_point deadline_;
  State state_ = State::kReceiving;
  // Present from the first byte of a request until it was handled.
  std::unique_ptr<RequestParser> parser_;
  // Bytes received and not yet taken by a parser: an incomplete line, or pipelined requests behind a response.
  std::string pending_input_;
  // The parser has not seen them, so that they may hold a whole request.
  bool input_unparsed_ = false;
  // The response to be sent, and how much of it was.
  std::unique_ptr<HttpResponse> response_;
  size_t sent_ = 0;
  // While it is deferred.
  std::shared_ptr<SessionResponse> deferred_;
  // Bytes charged to the worker's quota.
  size_t charged_ = 0;
  // There may be something to read that no event will report.
  bool readable_ = false;
  // The client will send nothing more, or is gone.
  bool input_ended_ = false;
  // The worker is going to call Continue.
  bool scheduled_ = false;
  // The worker is going to call SendQueued.
  bool send_queued_ = false;
  bool continue_sent_ = false;
  bool close_when_done_ = false;
};

}  // namespace holdfast::server
