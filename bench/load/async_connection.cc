#include "bench/load/async_connection.h"

#include <utility>

#include "conformance/client/connection.h"

namespace holdfast::bench {

AsyncConnection::AsyncConnection(boost::asio::io_context& io, boost::asio::ssl::context* tls,
                                 const conformance::Addresses& addresses, const conformance::EndpointOptions& endpoint,
                                 OnHttpResponse on_response)
    : addresses_(addresses),
      endpoint_(endpoint),
      on_response_(std::move(on_response)),
      stream_(io, tls, endpoint.url, conformance::kMessageBytesMax) {}

void AsyncConnection::Send(std::string_view operation, std::string body) {
  request_ = conformance::SignedRequest(endpoint_, operation, std::move(body));
  if (stream_.IsReusable() && !stream_.HasUnexpectedInput()) return Exchange();
  stream_.Open(addresses_, endpoint_.timeout,
               [this](Error error) { error ? Fail(error, /*never_sent=*/true) : Exchange(); });
}

void AsyncConnection::Exchange() {
  stream_.Exchange(std::move(request_), endpoint_.timeout, [this](Error error) {
    if (error) return Fail(error, /*never_sent=*/false);
    on_response_(stream_.TakeResponse(/*with_headers=*/false));
  });
}

void AsyncConnection::Fail(const Error& error, bool never_sent) {
  stream_.Close();
  on_response_(conformance::FailedResponse(error, never_sent));
}

}  // namespace holdfast::bench
