// A client's asynchronous HTTP/1.1 connection over TCP or TLS, on the caller's io_context. The class
// Connection (connection.h) runs the io_context itself and therefore blocks. The load generator (bench/load) has
// thousands of streams on each of its threads.
#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/client/endpoint_url.h"
#include "conformance/client/http_message.h"

namespace holdfast::conformance {

using Addresses = boost::asio::ip::tcp::resolver::results_type;

// The maximum size of one read of a response that is received in parts.
inline constexpr size_t kPartBytesMax = 65'536;

// Blocks. Empty on failure, with the reason in `*failure`.
Addresses Resolve(const EndpointUrl& url, std::string* failure);

// For `https`: verifies the endpoint's certificate with the machine's authorities. Null for `http`.
std::unique_ptr<boost::asio::ssl::context> MakeTlsContext(const EndpointUrl& url);

// Not thread-safe: used only on the thread that runs the io_context, and destroyed before it. `tls` may be null for an
// endpoint of plain HTTP. All references and pointers must outlive it. One operation may be in flight; its handler gets
// boost::beast::error::timeout if the limit has passed first. After an error the owner must close the stream.
//
// If memory runs out, the function that begins an operation throws, or io_context::run does: the handler is then
// destroyed without being called, and the operation has ended.
class HttpStream {
 public:
  using Error = boost::beast::error_code;
  using Handler = std::function<void(Error)>;

  HttpStream(boost::asio::io_context& io, boost::asio::ssl::context* tls, const EndpointUrl& url, uint64_t body_max);

  // Closes the previous connection, if any, and connects. Includes the TLS handshake if `tls` is not null.
  void Open(const Addresses& addresses, std::chrono::milliseconds limit, Handler handler);
  // Sends the request and receives its final response, for TakeResponse. A response whose body, or whose head, chunk
  // headers or trailers are too long is refused with the error body_limit or header_limit.
  void Exchange(HttpRequest request, std::chrono::milliseconds limit, Handler handler);
  // Sends the request and receives the head of its response, with as much of the body as arrives together with it, for
  // TakeResponse. If that is not the whole response, ReadPart and ReadRest read on.
  void ExchangeHead(HttpRequest request, std::chrono::milliseconds limit, Handler handler);
  // Receives more of the body: at least one byte, or its end.
  void ReadPart(std::chrono::milliseconds limit, Handler handler);
  // Receives all of the body that has not been received. The last operation's time limit continues to apply.
  void ReadRest(Handler handler);
  // Sends the request only.
  void Send(HttpRequest request, std::chrono::milliseconds limit, Handler handler);

  // Whether the response was received to its end.
  bool HasWholeResponse() const { return parser_->is_done(); }
  // The Content-Length of the response; none if its head has none.
  std::optional<uint64_t> ContentLength() const;
  // The response of the last exchange, with the part of the body that was received and not taken yet. After the whole
  // response, closes the connection if the endpoint does not keep it open, or has sent more than the response: what
  // follows would be taken for the response to the next request.
  HttpResponse TakeResponse(bool with_headers);
  // False if there is no connection, or if it was idle for some seconds and must not be used again: the endpoint may be
  // about to close it, and a request lost that way would have an unknown outcome for no reason.
  bool IsReusable() const;
  // True if an idle connection has received anything, so that it must not be used again: its end, an error, or bytes
  // that would be taken for the response to the next request. Records of TLS without content, such as session tickets,
  // do not count. Does not wait.
  bool HasUnexpectedInput();
  // Ends the operation in flight.
  void Cancel();
  void Close();

 private:
  using TcpStream = boost::beast::tcp_stream;
  using TlsStream = boost::beast::ssl_stream<TcpStream>;

  // Like Beast's string_body, but reserves at most `reserved_bytes_max` bytes, even if the Content-Length is larger.
  struct Body {
    struct value_type {
      std::string text;
      uint64_t reserved_bytes_max = 0;
    };
    class reader {
     public:
      template <typename Head>
      reader(Head&, value_type& body) : body_(body) {}
      void init(const boost::optional<uint64_t>& length, Error& error) {
        body_.text.reserve(std::min(length.value_or(0), body_.reserved_bytes_max));
        error = {};
      }
      template <typename Buffers>
      size_t put(const Buffers& buffers, Error& error) {
        const size_t before = body_.text.size();
        for (const auto buffer : boost::beast::buffers_range_ref(buffers)) {
          body_.text.append(static_cast<const char*>(buffer.data()), buffer.size());
        }
        error = {};
        return body_.text.size() - before;
      }
      void finish(Error& error) { error = {}; }

     private:
      value_type& body_;
    };
  };
  using Parser = boost::beast::http::response_parser<Body>;

  // How much of a response is waited for: its head, its head and some of its body, or all of it.
  enum class Arrival { kHead, kPart, kEnd };

  TcpStream& LowestLayer() { return tls_stream_.has_value() ? tls_stream_->next_layer() : *tcp_stream_; }
  void OnConnected(Error error, Handler handler);
  void Write(HttpRequest request, std::chrono::milliseconds limit, Handler written);
  // Sets the time limit of the operations that follow.
  void SetLimit(std::chrono::milliseconds limit);
  void ReadUntil(Arrival arrival, Handler handler);
  bool HasArrived(Arrival arrival);
  // Parses what is in buffer_, or the end of the connection. `*error` must be the result of the read; it becomes the
  // result of parsing, unless the read failed.
  void ParseInput(Error* error);
  void StartResponse(uint64_t reserved_bytes_max);
  // Makes parser_ expect the response, or an interim one.
  void StartMessage(uint64_t reserved_bytes_max);
  // If the response in parser_, which must be complete, is an interim one, which precedes the final one (RFC 9110,
  // 15.2), makes parser_ expect the next response and returns true.
  bool SkipInterimResponse();
  // If the head has arrived and its status is not that of a final response, sets `*error`, unless it is set already.
  void CheckStatus(Error* error);
  void Finish(Error error, const Handler& handler);

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
  // The size of what has been parsed of the response's head and of the interim responses before it.
  size_t head_bytes_ = 0;
  // When the time limit of the present operation ends.
  std::chrono::steady_clock::time_point deadline_;
};

// A response without a status, which describes the failure of an operation.
HttpResponse FailedResponse(const HttpStream::Error& error, bool never_sent);

}  // namespace holdfast::conformance
