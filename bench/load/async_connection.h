// One connection to the endpoint, kept open between requests. Unlike conformance/client/connection.h it does not block,
// because thousands of clients share a thread: a thread for each would take processor time from the endpoint that is
// measured. Requests, signatures, TLS and HTTP are those of conformance/client.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "conformance/client/endpoint.h"
#include "conformance/client/http_stream.h"

namespace holdfast::bench {

// Not thread-safe: used only on the thread that runs its io_context. All references and pointers passed in must outlive
// it. Not for operations of DynamoDB Streams, whose endpoint may be another.
class AsyncConnection {
 public:
  using OnHttpResponse = std::function<void(conformance::HttpResponse)>;

  // `tls` is null for an endpoint of plain HTTP. `on_response` is called once for each Send, and may call Send itself.
  AsyncConnection(boost::asio::io_context& io, boost::asio::ssl::context* tls, const conformance::Addresses& addresses,
                  const conformance::EndpointOptions& endpoint, OnHttpResponse on_response);

  // Only one request may be in flight. Connects first if necessary. A request that gets no whole and valid
  // response in time produces a response with status 0.
  void Send(std::string_view operation, std::string body);

 private:
  using Error = conformance::HttpStream::Error;

  void Exchange();
  void Fail(const Error& error, bool never_sent);

  const conformance::Addresses& addresses_;
  const conformance::EndpointOptions& endpoint_;
  const OnHttpResponse on_response_;
  conformance::HttpStream stream_;
  conformance::HttpRequest request_;
};

}  // namespace holdfast::bench
