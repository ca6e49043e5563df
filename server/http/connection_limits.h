// How long a connection may take over what. One periodic sweep per thread enforces these; no request arms a timer.
#pragma once

#include <chrono>

namespace holdfast::server {

struct ConnectionLimits {
  // Between requests. Longer than any SDK keeps a pooled connection.
  std::chrono::milliseconds idle = std::chrono::minutes(10);
  // From the first byte of a request to its last.
  std::chrono::milliseconds receive = std::chrono::seconds(60);
  // For the client to take an answer.
  std::chrono::milliseconds send = std::chrono::seconds(60);
  // After the last answer, for the client to close its side.
  std::chrono::milliseconds linger = std::chrono::seconds(5);
  // When the server stops, for requests under way.
  std::chrono::milliseconds stop = std::chrono::seconds(1);
  // How often connections are looked over: how late the above may be noticed.
  std::chrono::milliseconds sweep = std::chrono::seconds(1);
};

}  // namespace holdfast::server
