// A blocking connection that sends prepared bytes to a local server, so that measurements include as little client time
// as possible. The client of conformance/client/client.h would build and sign each request, and set a timer for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace holdfast::bench {

struct PlainResponse {
  // 0 if the connection broke.
  int status = 0;
  std::string body;
};

// A DynamoDB request as HTTP, with `access_key` in its credentials and a signature of zeros. `host` may name a fork.
// `more_headers` are lines that end with CRLF.
std::string OperationBytes(std::string_view operation, std::string_view body, std::string_view access_key = "bench",
                           std::string_view host = "127.0.0.1", std::string_view more_headers = "");
// A request of the admin surface, "/_holdfast/...".
std::string AdminBytes(std::string_view method, std::string_view path, std::string_view body = "");

// Not thread-safe, except HangUp.
class PlainClient {
 public:
  // If the server cannot be reached, every response has status 0.
  explicit PlainClient(uint16_t port);
  ~PlainClient();
  PlainClient(const PlainClient&) = delete;
  PlainClient& operator=(const PlainClient&) = delete;

  // Requests may be pipelined: Send, Send, Read, Read.
  bool Send(std::string_view bytes);
  PlainResponse Read();
  PlainResponse Exchange(std::string_view bytes) { return Send(bytes) ? Read() : PlainResponse(); }
  // Thread-safe. The exchange in flight, unless its response has arrived, and all later ones end with status 0.
  void HangUp();

 private:
  struct Connection;
  const std::unique_ptr<Connection> connection_;
};

}  // namespace holdfast::bench
