// One connection: reads requests, has each answered on the spot, and writes the answers in order.
//
//             bytes arrive               answered
//   waiting ───────────────► receiving ────────────────► sending ──► lingering ──► closed
//      ▲                         ▲                          │
//      └── nothing is left ──────┴── bytes were set aside ──┘  (lingering: if no further request will be read)
//
// An idle connection holds no buffer: the session reads into its worker's. Only what a request leaves unfinished is
// kept here. Receiving, answering and sending are steps that the worker has all its sessions take together (worker.h).
//
// The loop tells of each change once, so whenever the session stops before it has read all there is, or written all it
// wants to, it either asks the worker for its next step or knows of an event to come. Lives on its worker's thread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/dispatch/http_message.h"
#include "server/http/event_loop.h"
#include "server/http/request_parser.h"
#include "server/http/send_batch.h"

namespace holdfast::server {

class Worker;

class Session final : public EventLoop::Watcher {
 public:
  // Owns the socket. `worker` owns the session and outlives it.
  Session(int socket, Worker* worker);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void OnReady(bool ended) override;

  // The steps that it has asked for, called by the worker.

  void Receive();
  // `bytes` are what Receive has read, behind what was set aside. They may be overwritten once this returns.
  void Process(std::string_view bytes);
  // Adds what is to be sent to `*sends`.
  void Send(SendBatch* sends);
  // What became of it: how many bytes were sent, or a negative errno.
  void OnSent(int result);

  // Ends the connection now, whatever it is doing.
  void Abort();
  // Ends the connection now if it is idle, else after the answer to the request under way.
  void CloseWhenDone();

  EventLoop::Clock::time_point deadline() const { return deadline_; }

  // Where the worker keeps this session in its list.
  size_t position = 0;

 private:
  enum class State { kReceiving, kSending, kLingering, kRemoved };

  // Takes one request off the front of `bytes` and answers it, if it is there as a whole.
  void TakeRequest(std::string_view bytes);
  void Refuse(UnreadableRequest problem);
  void SendSoon();
  void ReceiveMore();
  void SetAside(std::string_view bytes);
  void AskForBody();
  void ContinueAfterSend();
  void Linger();
  void ReturnParser();
  // Has the worker call Receive.
  void ReceiveSoon();
  // Reads into `room`; nothing if there is nothing, or if that was the end: then the session is removed.
  size_t Read(std::span<char> room);

  const int socket_;
  Worker* const worker_;
  const bool from_this_machine_;
  EventLoop::Clock::time_point deadline_;
  State state_ = State::kReceiving;
  // Present from the first byte of a request until its answer is under way.
  std::unique_ptr<RequestParser> parser_;
  // Bytes received and not yet taken by a parser: an incomplete line, or pipelined requests behind an answer.
  std::string set_aside_;
  // The answer to be sent, and how much of it was.
  std::unique_ptr<HttpAnswer> unsent_;
  size_t sent_ = 0;
  // There may be something to read of which no event will tell.
  bool readable_ = false;
  // The client will send nothing more, or is gone.
  bool ended_ = false;
  // The worker is going to call Receive, Process or Send.
  bool continues_ = false;
  bool asked_for_body_ = false;
  bool close_when_done_ = false;
};

}  // namespace holdfast::server
