// One connection: reads requests, has each handled, and writes the responses in order.
//
//             bytes arrive               handled
//   waiting ───────────────► receiving ────────────────► sending ──► lingering ──► closed
//      ▲                         ▲   │                    ▲ │
//      │                         │   └► awaiting response ┘ │  (awaiting response: if the handler deferred it)
//      └── no input is pending ──┴── input is pending ──────┘  (lingering: if no further request will be read)
//
// Waiting and receiving are both State::kReceiving; a waiting session has no parser.
// From sending a part of a deferred response the session returns to awaiting response.
//
// An idle connection holds no buffer: the session reads into its worker's buffer, and stores only the bytes of an
// unfinished request.
//
// Invariant: a session that has stopped before it read all input or wrote all output is either scheduled with the
// worker or awaits an event, because the reactor reports each change once. Used on its worker's thread only. Exceptions
// do not leave the session: the current request gets an InternalServerError if that is possible, and the connection is
// closed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/http/completion_queue.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"
#include "server/message/deferred_response.h"
#include "server/message/http_message.h"

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
  // Continues with reading or sending. The worker calls this after the session was scheduled with it.
  void Continue() noexcept;
  // Sends the response. The worker calls this after the session was enqueued with it.
  void SendQueued() noexcept;
  // The worker calls this when the handler has completed, dropped or abandoned the deferred response, or has passed a
  // part of it to be sent.
  void OnResponsePassed(SessionResponse* response) noexcept;

  // Ends the connection in any state and frees its memory. The worker closes the socket soon after.
  void Abort() noexcept;
  // Ends the connection now if it is idle, else after the response to the current request.
  void CloseWhenDone() noexcept;

  EventLoop::Clock::time_point deadline() const { return deadline_; }
  // Charges the memory that the connection holds to the quota, which all connections share. `input_bytes`: the size of
  // the input that the session stores or is going to store. False if the quota is exhausted.
  bool ChargeBuffers(size_t input_bytes);
  // Whether the connection is charged for a response that the client does not read. A response that waits for its turn
  // is none, although the charge for the request's body may remain until it is sent.
  bool has_unread_response() const { return state_ == State::kSending && charged_ > 0 && !send_queued_ && !scheduled_; }

  // The index of this session in its worker's list.
  size_t position = 0;

 private:
  enum class State { kReceiving, kAwaitingResponse, kSending, kLingering, kRemoved };

  std::shared_ptr<PendingResponse> DeferResponse(size_t held_bytes) override;
  bool is_late() const override;

  // Calls `function`. If it throws, sends an InternalServerError if that is possible, and closes the connection.
  template <typename Function>
  void Guard(Function function) noexcept;
  void HandleException() noexcept;

  void Advance();
  void Receive();
  // Handles the requests in `bytes`, which may be overwritten once this returns, and stores the rest.
  void Process(std::string_view bytes);
  // Consumes one request from the front of `*bytes`, and handles or refuses it; its response is sent immediately if
  // more input follows. False if the request is incomplete.
  bool TakeRequest(std::string_view* bytes);
  void Handle(bool input_follows);
  void AwaitResponse();
  void Refuse(RefusalReason reason);
  // Sends response_: immediately if `now` is set or if it is long, otherwise when the worker calls SendQueued.
  void StartSending(bool now);
  // Whether no request may be handled now, because too many responses are being sent.
  bool MustWait() const;
  // Releases all that the quota counts for this session.
  void ReleaseQuota() noexcept;
  // Frees the memory that the quota has counted. What `response_` points to must not be used afterwards.
  void FreeBuffers() noexcept;
  // Sends more of response_. True if all of it was sent.
  bool Send();
  void OnSent();
  void OnPartSent();
  void Linger();
  void Drain();

  // Schedules the session if there is more input, else awaits a readable socket.
  void AwaitInput();
  // Makes the worker call Continue later, so that a busy connection does not starve the others.
  void Schedule();
  void StorePendingInput(std::string_view bytes);
  void SendContinue();
  void ReturnParser() noexcept;
  void DropPendingResponse() noexcept;
  // Sets the client status of the deferred response if the client has closed its side.
  void ReportInputEnd();
  // Receives into `buffer` and returns the number of bytes; 0 if none are available, or at the end of input, which
  // removes the session.
  size_t Read(std::span<char> buffer);

  const int socket_;
  Worker* const worker_;
  const bool from_loopback_;
  EventLoop::Clock::time_point deadline_;
  State state_ = State::kReceiving;
  // Present from the first byte of a request until it was handled.
  std::unique_ptr<RequestParser> parser_;
  // Bytes received and not yet consumed by a parser: an incomplete line, or pipelined requests that wait for the
  // current response.
  std::string pending_input_;
  // pending_input_ was not passed to a parser yet, and may hold a complete request.
  bool input_unparsed_ = false;
  // The response to send, and the number of bytes that were sent.
  std::unique_ptr<HttpResponse> response_;
  size_t sent_ = 0;
  // Set while the response is deferred.
  std::shared_ptr<SessionResponse> deferred_;
  // Set while response_ is a part of the deferred response; to be called when that was sent.
  std::function<void()> on_part_sent_;
  // How long the client may still take to read the response, all of its parts together.
  EventLoop::Clock::duration send_time_left_;
  // Bytes charged to the quota of all connections.
  size_t charged_ = 0;
  // Bytes that the quota counts as outgoing: the response waits for its next turn.
  size_t outgoing_ = 0;
  // Whether the next response may be long: the previous one was, or there was none.
  bool expects_long_response_ = true;
  // There may be input that no event will report.
  bool readable_ = false;
  // The client has closed its sending side, or the connection has failed.
  bool input_ended_ = false;
  // The worker will call Continue.
  bool scheduled_ = false;
  // The worker will call SendQueued.
  bool send_queued_ = false;
  bool continue_sent_ = false;
  bool close_when_done_ = false;
};

}  // namespace holdfast::server
