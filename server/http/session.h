// One connection: reads requests, has each answered on the spot, and writes the answers in order.
//
//             bytes arrive               answered
//   waiting ───────────────► receiving ────────────────► sending ──► lingering ──► closed
//      ▲                         ▲                          │
//      └── nothing is left ──────┴── bytes were set aside ──┘  (lingering: if no further request will be read)
//
// An idle connection holds no buffer: the session waits until the socket is readable, then reads into its worker's
// buffer. Only what a request leaves unfinished is kept here.
//
// Exactly one asynchronous operation (or the worker's SendSoon) is under way at any time until the session is removed,
// and whatever ends it either starts the next or removes the session. Lives on its worker's thread.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "server/dispatch/http_message.h"
#include "server/http/request_parser.h"

namespace holdfast::server {

class Worker;

class Session {
 public:
  // The concrete executor spares every operation a type-erased call.
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

  // `worker` owns the session and outlives it.
  Session(Socket socket, Worker* worker) : socket_(std::move(socket)), worker_(worker) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void Start();
  // Ends whatever is under way; the session removes itself soon after.
  void Abort();
  // Ends the connection now if it is idle, else after the answer to the request under way.
  void CloseWhenDone();

  // Sends what is left of the answer; for the worker, after SendSoon.
  void Send();

  std::chrono::steady_clock::time_point deadline() const { return deadline_; }

  // Where the worker keeps this session in its list.
  size_t position = 0;

 private:
  using ErrorCode = boost::system::error_code;

  void WaitForBytes();
  void OnReadable(ErrorCode error);
  // Takes one request off the front of `bytes` and answers it, if it is there as a whole.
  void Process(std::string_view bytes);
  void Refuse(UnreadableRequest problem);
  void SendSoon();
  void SetAside(std::string_view bytes);
  void AskForBody();
  void ContinueAfterSend();
  void Linger();
  void OnLingering(ErrorCode error);
  void ReturnParser();
  void Remove();

  Socket socket_;
  Worker* const worker_;
  std::chrono::steady_clock::time_point deadline_;
  // Present from the first byte of a request until its answer is under way.
  std::unique_ptr<RequestParser> parser_;
  // Bytes received and not yet taken by a parser: an incomplete line, or pipelined requests behind an answer.
  std::string set_aside_;
  // The answer to be sent, and how much of it was.
  std::unique_ptr<HttpAnswer> unsent_;
  size_t sent_ = 0;
  bool from_this_machine_ = false;
  bool asked_for_body_ = false;
  bool close_when_done_ = false;
};

}  // namespace holdfast::server
