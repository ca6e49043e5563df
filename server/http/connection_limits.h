// Timeouts of a connection. One periodic sweep per thread enforces all but `stop`; no request arms a timer.
#pragma once

#include <chrono>

namespace holdfast::server {

struct ConnectionLimits {
  // How long a connection may be idle between requests.
  std::chrono::milliseconds idle = std::chrono::minutes(10);
  // How long a request may take to arrive, from its first byte to its last.
  std::chrono::milliseconds receive = std::chrono::seconds(60);
  // How long the client may take to read a response. If it is sent in parts, the time in which the connection waits for
  // the handler's next part does not count.
  std::chrono::milliseconds send = std::chrono::seconds(60);
  // How long the client may take to close its side after the last response.
  std::chrono::milliseconds linger = std::chrono::seconds(5);
  // How long requests in progress may take to finish after HttpServer::Stop was called.
  std::chrono::milliseconds stop = std::chrono::seconds(1);
  // The time between two sweeps. All timeouts above but `stop` may take effect later by up to this time.
  std::chrono::milliseconds sweep = std::chrono::seconds(1);
};

}  // namespace holdfast::server
