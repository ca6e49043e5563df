// One HTTP/1.1 connection that blocks, kept open between exchanges: the caller's thread does its asynchronous work, so
// that everything has a time limit and can be cancelled.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "conformance/client/endpoint_url.h"
#include "conformance/client/http_message.h"

namespace holdfast::conformance {

// DynamoDB's messages have at most 16 MB. A larger Content-Length is refused before memory is allocated.
inline constexpr uint64_t kMessageBytesMax = 64u << 20;

struct ConnectionLimits {
  // TCP and TLS together. Resolving the host's name is the system's business.
  std::chrono::milliseconds connecting{10'000};
  // From the request's first byte to the response's last one.
  std::chrono::milliseconds exchange{20'000};
  uint64_t response_bytes_max = kMessageBytesMax;
};

// Not thread-safe: one for each client. Requests are never sent again: they may have been carried out.
class Connection {
 public:
  // `cancelled` is called on the caller's thread, ten times a second while an operation takes: once it returns true,
  // the operation and all later ones fail. It may be called after a flag was set by another thread.
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

  // False, with the failure in `*response`, if that was not possible.
  bool EnsureConnected(HttpResponse* response);

  const EndpointUrl endpoint_;
  const ConnectionLimits limits_;
  const std::function<bool()> cancelled_;
  std::unique_ptr<Socket> socket_;
};

}  // namespace holdfast::conformance
