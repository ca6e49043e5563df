// A blocking HTTP/1.1 connection, kept open between exchanges. The caller's thread runs its asynchronous operations, so
// that each has a time limit and can be cancelled.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "conformance/client/endpoint_url.h"
#include "conformance/client/http_message.h"

namespace holdfast::conformance {

// Far above DynamoDB's limit of 16 MB. A larger Content-Length is refused before memory is allocated.
inline constexpr uint64_t kMessageBytesMax = 64u << 20;

struct ConnectionLimits {
  // For TCP and TLS together. Resolving the host's name has only the operating system's limit.
  std::chrono::milliseconds connecting{10'000};
  // From the request's first byte to the response's last one.
  std::chrono::milliseconds exchange{20'000};
  uint64_t response_bytes_max = kMessageBytesMax;
};

// Not thread-safe: one for each client. Requests are never sent again: they may have been carried out.
class Connection {
 public:
  // `cancelled` is called on the caller's thread, before each operation, and ten times a second while it waits for the
  // network, but not while a host name is resolved. While it returns true, no operation begins, and one that waits is
  // ended. Another thread can thus cancel by setting a flag that `cancelled` returns.
  Connection(EndpointUrl endpoint, ConnectionLimits limits, std::function<bool()> cancelled);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Connects first unless there is a usable connection.
  HttpResponse Exchange(HttpRequest request);
  // Sends the whole request, and closes the connection without waiting for the response.
  void SendAndHangUp(HttpRequest request);

 private:
  class Socket;

  // Returns false, with the failure in `*response`, if no connection can be made.
  bool EnsureConnected(HttpResponse* response);

  const EndpointUrl endpoint_;
  const ConnectionLimits limits_;
  const std::function<bool()> cancelled_;
  std::unique_ptr<Socket> socket_;
};

}  // namespace holdfast::conformance
