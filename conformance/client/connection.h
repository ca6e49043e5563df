// One HTTP/1.1 connection, kept open between exchanges. Its reads and writes are asynchronous so that each has a
// deadline; the caller's thread runs the io_context, so that the interface is synchronous.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/endpoint_url.h"

namespace holdfast::conformance {

struct HttpRequest {
  std::string method = "POST";
  std::string path = "/";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

struct HttpResponse {
  // 0: no response; `failure` is the reason, and the request may or may not have been carried out.
  int status = 0;
  std::string body;
  std::string failure;
  // The request cannot have reached the endpoint: there was no connection to send it on.
  bool never_sent = false;
};

// Not thread-safe: one for each client.
class Connection {
 public:
  Connection(EndpointUrl endpoint, std::chrono::milliseconds timeout);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  HttpResponse Exchange(const HttpRequest& request);
  // Sends the whole request, and closes the connection without waiting for the response.
  void SendAndHangUp(const HttpRequest& request);

 private:
  class Stream;

  // Connects unless connected. False, with `failure`, if that was not possible.
  bool EnsureConnected(std::string* failure);

  const EndpointUrl endpoint_;
  const std::chrono::milliseconds timeout_;
  std::unique_ptr<Stream> stream_;
  std::chrono::steady_clock::time_point last_used_;
};

}  // namespace holdfast::conformance
