// The only implementation of a client of HTTP/1.1 over TCP or TLS: an asynchronous connection on the caller's
// io_context. Connection runs the io_context itself and therefore blocks. The load generator (bench/load) has thousands
// of streams on each of its threads.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/client/endpoint_url.h"
#include "conformance/client/http_message.h"

namespace holdfast::conformance {

using Addresses = boost::asio::ip::tcp::resolver::results_type;

// Blocks. Empty on failure, with the reason in `*failure`.
Addresses Resolve(const EndpointUrl& url, std::string* failure);

// For `https`: verifies the endpoint's certificate with the machine's authorities. Null for `http`.
std::unique_ptr<boost::asio::ssl::context> MakeTlsContext(const EndpointUrl& url);

// Not thread-safe: used only on the thread that runs the io_context, and destroyed before it. `tls` may be null for an
// endpoint of plain HTTP. All references and pointers outlive it. One operation may be in flight; its handler gets
// boost::beast::error::timeout if the limit has passed first. After an error the owner must close the stream.
class HttpStream {
 public:
  using Error = boost::beast::error_code;
  using Handler = std::function<void(Error)>;

  HttpStream(boost::asio::io_context& io, boost::asio::ssl::context* tls, const EndpointUrl& url, uint64_t body_max);

  // Closes the previous connection, if any, and connects. Includes the TLS handshake if `tls` is not null.
  void Open(const Addresses& addresses, std::chrono::milliseconds limit, Handler handler);
  // Sends the request and receives its response, for TakeResponse.
  void Exchange(HttpRequest request, std::chrono::milliseconds limit, Handler handler);
  // Sends the request only.
  void Send(HttpRequest request, std::chrono::milliseconds limit, Handler handler);

  // The response of the last exchange. Closes the connection if the endpoint does not keep it open.
  HttpResponse TakeResponse(bool with_headers);
  // False if there is no connection, or if it was idle for some seconds and must not be used again: the endpoint may be
  // about to close it, and a request lost that way would have an unknown outcome for no reason.
  bool IsFresh() const;
  // True if the endpoint's close has arrived already.
  bool IsClosedByEndpoint();
  // Ends the operation in flight.
  void Cancel();
  void Close();

 private:
  using TcpStream = boost::beast::tcp_stream;
  using TlsStream = boost::beast::ssl_stream<TcpStream>;
  using Parser = boost::beast::http::response_parser<boost::beast::http::string_body>;

  TcpStream& LowestLayer() { return tls_stream_.has_value() ? tls_stream_->next_layer() : *tcp_stream_; }
  void OnConnected(Error error);
  void Write(HttpRequest request, std::chrono::milliseconds limit, std::function<void(Error)> written);
  void Read();
  void Finish(Error error);

  boost::asio::io_context& io_;
  boost::asio::ssl::context* const tls_;
  const EndpointUrl& url_;
  const uint64_t body_max_;
  const std::string host_header_;

  // Exactly one of the two is set while there is a connection.
  std::optional<TcpStream> tcp_stream_;
  std::optional<TlsStream> tls_stream_;
  std::chrono::steady_clock::time_point last_used_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request<boost::beast::http::string_body> request_;
  std::optional<Parser> parser_;
  Handler handler_;
};

// A response without a status, which describes the failure of an operation.
HttpResponse FailedResponse(const HttpStream::Error& error, bool never_sent);

}  // namespace holdfast::conformance
