// The HTTP side of the server: one listener, which distributes connections to one worker per thread.
//
// One acceptor serves all threads, rather than one SO_REUSEPORT acceptor for each: the kernel distributes connections
// to such acceptors by a hash, which leaves threads idle when there are few connections, and it lets a second server
// share a port unnoticed.
#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "server/http/connection_limits.h"
#include "server/message/http_message.h"

namespace holdfast::server {

struct HttpServerOptions {
  std::string host = "127.0.0.1";
  // 0: any free port.
  uint16_t port = 8000;
  size_t threads = 1;
  ConnectionLimits limits;
  // Beyond this number, new connections wait in the system's backlog until others end.
  size_t connections_max = 20'000;
  // The memory that the bodies of requests that are being received or handled, and unread responses, may take together.
  // A body that is being handled counts even if its client has disconnected. A connection that holds at most 128 KB
  // does not count. If a connection would exceed the limit, its worker closes those of the worker's other connections
  // whose responses are not being read, the one with the earliest deadline first, until enough is free. If that frees
  // too little, the request is refused with status 503, or the connection is closed if what it holds is an unread
  // response.
  //
  // Responses that are being sent, piece by piece, to clients that read them are not part of this memory. While they
  // take more than an eighth of the limit, the server reads no request of a connection that is new or whose last
  // response was long (256 KB); while they take more than half of it, no request at all.
  size_t buffered_bytes_max = size_t{256} << 20;
};

class HttpServer {
 public:
  // Called once for each thread, before any of them runs.
  using HandlerFactory = std::function<std::unique_ptr<RequestHandler>()>;

  // Listens, and serves on its own threads. The error is one line with the reason.
  static Result<std::unique_ptr<HttpServer>, std::string> Start(const HttpServerOptions& options,
                                                                const HandlerFactory& make_handler);
  // Calls Stop, unless it was called already.
  ~HttpServer();

  uint16_t port() const;
  // From any thread.
  size_t connection_count() const;
  // The bytes that count towards HttpServerOptions::buffered_bytes_max.
  size_t buffered_bytes() const;
  // The bytes of responses whose clients read, and of which the next piece is to be sent soon.
  size_t outgoing_bytes() const;
  // Stops accepting, waits for requests in progress (at most ConnectionLimits::stop), and joins the threads.
  void Stop();

 private:
  class Threads;
  explicit HttpServer(std::unique_ptr<Threads> threads);

  std::unique_ptr<Threads> threads_;
};

// Raises the soft limit of file descriptors to the hard limit: each connection needs one. Returns the soft limit that
// the process had before; RLIM_INFINITY if it cannot be read.
rlim_t RaiseFileDescriptorLimit();

}  // namespace holdfast::server
