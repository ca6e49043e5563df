// Timeouts of a connection. One periodic sweep per thread enforces them; no request arms a timer.
#pragma once

#include <chrono>

namespace holdfast::server {

struct ConnectionLimits {
  // Between requests. Longer than the SDKs keep an unused connection in their pools.
  std::chrono::milliseconds idle = std::chrono::minutes(10);
  // From the first byte of a request to its last.
  std::chrono::milliseconds receive = std::chrono::seconds(60);
  // For the client to read a response.
  std::chrono::milliseconds send = std::chrono::seconds(60);
  // After the last response, for the client to close its side.
  std::chrono::milliseconds linger = std::chrono::seconds(5);
  // How long requests in progress may take to finish after the server was told to stop.
  std::chrono::milliseconds stop = std::chrono::seconds(1);
  // The time between two sweeps. A timeout above may take effect later by this much.
  std::chrono::milliseconds sweep = std::chrono::seconds(1);
};

}  // namespace holdfast::server
