// One connection to the endpoint, kept open between requests. All operations are asynchronous, so that thousands of
// connections share a thread.
#pragma once

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
#include <string_view>

#include "bench/load/endpoint.h"
#include "bench/measure/clock.h"
#include "conformance/client/client.h"

namespace holdfast::bench {

// Not thread-safe: used only on the thread that runs its io_context. All references passed in must outlive it.
class AsyncConnection {
 public:
  using OnHttpResponse = std::function<void(conformance::HttpResponse)>;

  // `tls` is null for an endpoint of plain HTTP. `on_response` is called once for each Send, and may call Send itself.
  AsyncConnection(boost::asio::io_context& io, boost::asio::ssl::context* tls, const Addresses& addresses,
                  const conformance::EndpointOptions& endpoint, OnHttpResponse on_response);

  // Only one request may be in flight. Connects first if necessary. A request that could not be sent, or got no
  // response in time, produces a response with status 0.
  void Send(std::string_view operation, const std::string& body);

 private:
  using TcpStream = boost::beast::tcp_stream;
  using TlsStream = boost::beast::ssl_stream<TcpStream>;
  using Error = boost::beast::error_code;
  using Parser = boost::beast::http::response_parser<boost::beast::http::string_body>;

  TcpStream& Lowest() { return tls_stream_.has_value() ? tls_stream_->next_layer() : *tcp_stream_; }
  void Open();
  void OnConnected(Error error);
  void Write();
  void Read();
  void OnRead(Error error);
  void Close();
  void Fail(Error error, bool never_sent);

  boost::asio::io_context& io_;
  boost::asio::ssl::context* const tls_;
  const Addresses& addresses_;
  const conformance::EndpointOptions& endpoint_;
  const std::string host_header_;
  const OnHttpResponse on_response_;

  // Exactly one of the two is set while there is a connection.
  std::optional<TcpStream> tcp_stream_;
  std::optional<TlsStream> tls_stream_;
  TimePoint last_used_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request<boost::beast::http::string_body> request_;
  std::optional<Parser> parser_;
};

}  // namespace holdfast::bench
