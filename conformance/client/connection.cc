#include "conformance/client/connection.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <optional>

#include "conformance/client/interruption.h"

namespace holdfast::conformance {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Clock = std::chrono::steady_clock;
using Message = http::request<http::string_body>;

constexpr std::chrono::milliseconds kInterruptionPoll{100};
// A connection that lay idle this long may be about to be closed by the other end: a request lost on it would have an
// unknown outcome for no reason.
constexpr std::chrono::seconds kIdleMax{5};
// DynamoDB's responses have at most 16 MB.
constexpr uint64_t kResponseBytesMax = 64u << 20;

Message ToMessage(const HttpRequest& request, const EndpointUrl& endpoint) {
  Message message(http::string_to_verb(request.method), request.path, 11);
  message.set(http::field::host, endpoint.HostHeader());
  for (const auto& [name, value] : request.headers) message.set(name, value);
  message.body() = request.body;
  message.prepare_payload();
  return message;
}

}  // namespace

// The socket, with TLS if the endpoint's URL requires it. Each method returns when it has completed, timed out or been
// interrupted.
class Connection::Stream {
 public:
  Stream(const EndpointUrl& endpoint, std::chrono::milliseconds timeout)
      : endpoint_(endpoint), timeout_(timeout), plain_(io_) {}

  beast::error_code Open() {
    asio::ip::tcp::resolver resolver(io_);
    beast::error_code error;
    const auto addresses = resolver.resolve(endpoint_.host, std::to_string(endpoint_.port), error);
    if (error) return error;
    error =
        Run([&](auto done) { plain_.async_connect(addresses, [done](beast::error_code e, const auto&) { done(e); }); });
    if (error) return error;
    plain_.socket().set_option(asio::ip::tcp::no_delay(true), error);
    return endpoint_.tls() ? OpenTls() : beast::error_code();
  }

  beast::error_code Write(const Message& message) {
    return Run([&](auto done) {
      const auto written = [done](beast::error_code e, size_t) { done(e); };
      tls_.has_value() ? http::async_write(*tls_, message, written) : http::async_write(plain_, message, written);
    });
  }

  beast::error_code Read(http::response_parser<http::string_body>* parser) {
    return Run([&](auto done) {
      const auto was_read = [done](beast::error_code e, size_t) { done(e); };
      tls_.has_value() ? http::async_read(*tls_, buffer_, *parser, was_read)
                       : http::async_read(plain_, buffer_, *parser, was_read);
    });
  }

 private:
  using SslStream = beast::ssl_stream<beast::tcp_stream&>;

  beast::error_code OpenTls() {
    context_.set_default_verify_paths();
    tls_.emplace(plain_, context_);
    tls_->set_verify_mode(asio::ssl::verify_peer);
    tls_->set_verify_callback(asio::ssl::host_name_verification(endpoint_.host));
    SSL_set_tlsext_host_name(tls_->native_handle(), endpoint_.host.c_str());
    return Run([&](auto done) { tls_->async_handshake(asio::ssl::stream_base::client, done); });
  }

  template <typename Start>
  beast::error_code Run(const Start& start) {
    std::optional<beast::error_code> result;
    plain_.expires_after(timeout_);
    start([&result](beast::error_code error) { result = error; });
    io_.restart();
    while (!result.has_value()) {
      io_.run_for(kInterruptionPoll);
      if (!result.has_value() && Interrupted()) plain_.cancel();
    }
    return *result;
  }

  const EndpointUrl endpoint_;
  const std::chrono::milliseconds timeout_;
  asio::io_context io_{1};
  beast::tcp_stream plain_;
  asio::ssl::context context_{asio::ssl::context::tls_client};
  std::optional<SslStream> tls_;
  beast::flat_buffer buffer_;
};

Connection::Connection(EndpointUrl endpoint, std::chrono::milliseconds timeout)
    : endpoint_(std::move(endpoint)), timeout_(timeout) {}

Connection::~Connection() = default;

bool Connection::EnsureConnected(std::string* failure) {
  if (stream_ != nullptr && Clock::now() - last_used_ < kIdleMax) return true;
  stream_ = std::make_unique<Stream>(endpoint_, timeout_);
  const beast::error_code error = stream_->Open();
  if (!error) return true;
  *failure = error.message();
  stream_.reset();
  return false;
}

HttpResponse Connection::Exchange(const HttpRequest& request) {
  HttpResponse response;
  if (Interrupted() || !EnsureConnected(&response.failure)) {
    response.never_sent = true;
    return response;
  }
  http::response_parser<http::string_body> parser;
  parser.body_limit(kResponseBytesMax);
  beast::error_code error = stream_->Write(ToMessage(request, endpoint_));
  if (!error) error = stream_->Read(&parser);
  last_used_ = Clock::now();
  if (error) {
    response.failure = error.message();
    stream_.reset();
    return response;
  }
  response.status = static_cast<int>(parser.get().result_int());
  if (!parser.get().keep_alive()) stream_.reset();
  response.body = std::move(parser.get().body());
  return response;
}

void Connection::SendAndHangUp(const HttpRequest& request) {
  std::string failure;
  if (!EnsureConnected(&failure)) return;
  stream_->Write(ToMessage(request, endpoint_));
  stream_.reset();
}

}  // namespace holdfast::conformance
