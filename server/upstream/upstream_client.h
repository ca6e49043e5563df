// The connections to the DynamoDB endpoint that this server forwards requests to (--upstream).
//
// Requests are sent by one thread, which runs the asynchronous connections of the client library (conformance/client):
// a request that waits for its response blocks no thread. Connections are kept open and used again; over TLS the
// endpoint's certificate is verified. Requests are never repeated: they may have been executed.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "conformance/client/endpoint.h"
#include "conformance/client/http_message.h"

namespace holdfast::server {

struct UpstreamLimits {
  // Name resolution excluded.
  std::chrono::milliseconds connecting{10'000};
  // From the request's first byte to the response's last one. Longer than the 60 seconds after which boto3 gives up, so
  // that it is the client that does.
  std::chrono::milliseconds exchange{65'000};
  // More requests wait until a connection is free.
  size_t connections_max = 1'000;
};

class UpstreamClient {
 public:
  // Called on the client's thread, and must not block.
  using OnResponse = std::function<void(conformance::HttpResponse)>;

  explicit UpstreamClient(conformance::EndpointOptions endpoint, UpstreamLimits limits = {});
  ~UpstreamClient();
  UpstreamClient(const UpstreamClient&) = delete;
  UpstreamClient& operator=(const UpstreamClient&) = delete;

  // Drops the requests without a response: their handlers are destroyed without being called. Later requests are not
  // permitted.
  void Stop();

  // `https://dynamodb.eu-west-1.amazonaws.com`
  const std::string& url() const { return url_; }

  // Signs a request of DynamoDB or DynamoDB Streams on the caller's thread, and sends it. `headers` are sent in addition
  // to those of the signature.
  void Send(std::string_view operation, std::string body, conformance::HttpHeaders headers, OnResponse on_response);
  // As Send, but waits for the response.
  conformance::HttpResponse Call(std::string_view operation, std::string body);
  // Sends any other request, unsigned, and waits for the response.
  conformance::HttpResponse Exchange(conformance::HttpRequest request);

 private:
  class Connections;
  class Thread;

  const conformance::EndpointOptions endpoint_;
  const std::string url_;
  std::unique_ptr<Thread> thread_;
};

}  // namespace holdfast::server
