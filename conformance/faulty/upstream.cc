#include "conformance/faulty/upstream.h"

#include <sys/socket.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <string>
#include <utility>

#include "conformance/faulty/timed_socket.h"

namespace holdfast::conformance::faulty {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using tcp = asio::ip::tcp;

// An endpoint may close a connection that lies idle. A request that meets its close is lost, and it is unknown
// whether it was executed: so an idle connection is not used again.
constexpr std::chrono::seconds kIdleMax{3};

class Upstream::Stream {
 public:
  Stream(const EndpointUrl& target, const ProxyTimeLimits& limits) : target_(target), limits_(limits) {}

  ErrorCode Open() {
    ErrorCode error;
    tcp::resolver resolver(socket_.stream().get_executor());
    const auto addresses = resolver.resolve(target_.host, std::to_string(target_.port), error);
    if (error) return error;
    error = socket_.Run(limits_.connecting, [&](auto done) {
      socket_.stream().async_connect(addresses, [done](ErrorCode e, const tcp::endpoint&) { done(e); });
    });
    if (error) return error;
    socket_.stream().socket().set_option(tcp::no_delay(true), error);
    return !error && target_.tls() ? OpenTls() : error;
  }

  int native_handle() { return socket_.stream().socket().native_handle(); }

  bool IsClosedByEndpoint() {
    char byte = 0;
    return ::recv(native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

  ErrorCode Exchange(const RequestMessage& request, http::response_parser<http::string_body>* response) {
    return tls_.has_value() ? ExchangeOver(*tls_, request, response)
                            : ExchangeOver(socket_.stream(), request, response);
  }

 private:
  ErrorCode OpenTls() {
    context_.set_default_verify_paths();
    tls_.emplace(socket_.stream(), context_);
    tls_->set_verify_mode(asio::ssl::verify_peer);
    tls_->set_verify_callback(asio::ssl::host_name_verification(target_.host));
    SSL_set_tlsext_host_name(tls_->native_handle(), target_.host.c_str());
    return socket_.Run(limits_.connecting,
                       [&](auto done) { tls_->async_handshake(asio::ssl::stream_base::client, done); });
  }

  template <typename Stream>
  ErrorCode ExchangeOver(Stream& stream, const RequestMessage& request,
                         http::response_parser<http::string_body>* response) {
    return socket_.Run(limits_.exchange, [&](auto done) {
      http::async_write(stream, request, [&, done](ErrorCode error, size_t) {
        if (error) return done(error);
        http::async_read(stream, buffer_, *response, [done](ErrorCode e, size_t) { done(e); });
      });
    });
  }

  const EndpointUrl& target_;
  const ProxyTimeLimits& limits_;
  TimedSocket socket_;
  asio::ssl::context context_{asio::ssl::context::tls_client};
  std::optional<asio::ssl::stream<boost::beast::tcp_stream&>> tls_;
  boost::beast::flat_buffer buffer_;
};

Upstream::Upstream(const EndpointUrl* target, const ProxyTimeLimits& limits) : target_(target), limits_(limits) {}

Upstream::~Upstream() { Close(); }

std::optional<ResponseMessage> Upstream::Exchange(const RequestMessage& request) {
  if (!EnsureOpen()) return std::nullopt;
  http::response_parser<http::string_body> response;
  response.body_limit(kMessageBytesMax);
  // Its Content-Length announces a body that is not sent.
  if (request.method() == http::verb::head) response.skip(true);
  const ErrorCode error = stream_->Exchange(request, &response);
  last_used_ = std::chrono::steady_clock::now();
  if (error || !response.get().keep_alive()) Close();
  if (error) return std::nullopt;
  return response.release();
}

void Upstream::Abort() {
  const std::lock_guard<std::mutex> lock(mutex_);
  aborted_ = true;
  if (socket_.has_value()) ::shutdown(*socket_, SHUT_RDWR);
}

bool Upstream::EnsureOpen() {
  const bool is_fresh = std::chrono::steady_clock::now() - last_used_ < kIdleMax;
  if (stream_ != nullptr && is_fresh && !stream_->IsClosedByEndpoint()) return true;
  Close();
  auto stream = std::make_unique<Stream>(*target_, limits_);
  if (stream->Open()) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (aborted_) return false;
  stream_ = std::move(stream);
  socket_ = stream_->native_handle();
  return true;
}

void Upstream::Close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    socket_.reset();
  }
  stream_.reset();
}

}  // namespace holdfast::conformance::faulty
