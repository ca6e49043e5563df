// The connections to the DynamoDB endpoint that this server forwards requests to (--upstream).
//
// Requests are sent by one thread, which runs the asynchronous connections of the client library (conformance/client):
// a request that waits for its response blocks no thread. Connections are kept open and used again; over TLS the
// endpoint's certificate is verified. Requests are never repeated: they may have been executed.
//
// A long response can be received in parts. The next part is not read before it is asked for, so a response holds the
// memory of one part, however long it is and however slowly it is passed on.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/client/endpoint.h"
#include "conformance/client/http_message.h"

namespace holdfast::server {

struct UpstreamLimits {
  // Name resolution excluded.
  std::chrono::milliseconds connecting{10'000};
  // From the first byte of the request to the last byte of the response. Longer than the 60 seconds after which boto3
  // gives up, so that the client gives up first. For a response in parts the limit applies up to the first part, and
  // again to each further part from the call of Read, so that a client that reads slowly does not exceed it.
  std::chrono::milliseconds exchange{65'000};
  // The most connections for requests of DynamoDB, and the most for those of DynamoDB Streams. Further requests wait
  // until a connection is free.
  size_t connections_max = 1'000;
  // For reading all items of a table, as invariants of race sessions do while other calls for races wait: the most
  // bytes that the pages may have together (as many as one response may have: conformance::kMessageBytesMax), and the
  // time after which no further page is asked for.
  uint64_t table_bytes_max = 64u << 20;
  std::chrono::milliseconds table_scan{30'000};
};

// The rest of a response that is received in parts. Thread-safe, and may outlive the UpstreamClient. If it is destroyed
// and Read was not called, the exchange has ended: its connection is closed, and its handler destroyed.
class RestOfResponse {
 public:
  virtual ~RestOfResponse() = default;
  // Reads the next part, and passes it to the handler of the exchange. To be called at most once.
  virtual void Read() = 0;
};

// A response, or a part of one.
struct ResponsePart {
  // In the first part: the response with what has arrived of its body, or the reason why there is no response. In other
  // parts: more of the body, without headers; a status of 0 if the rest is missing.
  conformance::HttpResponse response;
  // The length of the whole body. Set in the first part only, and only if the upstream has sent it.
  std::optional<uint64_t> content_length;
  // Null for the last part.
  std::shared_ptr<RestOfResponse> rest;
};

class UpstreamClient {
 public:
  enum class Delivery {
    kWhole,
    // In parts as they arrive, unless the response has a known length of at most kCollectedBytesMax: to deliver such a
    // response whole costs less and needs no more memory; and if the connection breaks before the end of the response,
    // this server's client still gets an error response.
    kInParts,
  };
  static constexpr uint64_t kCollectedBytesMax = 65'536;

  // Called on the thread of the UpstreamClient for each part, and must not block.
  using OnPart = std::function<void(ResponsePart)>;

  explicit UpstreamClient(conformance::EndpointOptions endpoint, UpstreamLimits limits = {});
  ~UpstreamClient();
  UpstreamClient(const UpstreamClient&) = delete;
  UpstreamClient& operator=(const UpstreamClient&) = delete;

  // Drops the requests whose responses are not complete: their handlers are destroyed without being called again. Later
  // requests are not permitted.
  void Stop();

  // `https://dynamodb.eu-west-1.amazonaws.com`
  const std::string& url() const { return url_; }
  const UpstreamLimits& limits() const { return limits_; }

  // Signs a request of DynamoDB or DynamoDB Streams on the caller's thread, and sends it. `headers` are sent in
  // addition to those of the signature.
  void Send(std::string_view operation, std::string body, conformance::HttpHeaders headers, Delivery delivery,
            OnPart on_part);
  // As Send, but waits for the response.
  conformance::HttpResponse Call(std::string_view operation, std::string body);
  // Sends any other request, unsigned, and waits for the response.
  conformance::HttpResponse Exchange(conformance::HttpRequest request);

 private:
  class Connections;
  class Thread;

  const conformance::EndpointOptions endpoint_;
  const std::string url_;
  const UpstreamLimits limits_;
  std::unique_ptr<Thread> thread_;
};

}  // namespace holdfast::server
