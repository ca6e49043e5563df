#include "conformance/faulty/upstream.h"

#include <sys/socket.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <string>
#include <utility>

namespace holdfast::conformance::faulty {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using tcp = asio::ip::tcp;

// An endpoint may close a connection that lies idle. A request that meets its close is lost, and nobody could tell
// whether it was executed: so an idle connection is not used again.
constexpr std::chrono::seconds kIdleMax{3};

class Upstream::Stream {
 public:
  Stream(asio::io_context* io, const EndpointUrl& target) : target_(target), socket_(*io) {}

  ErrorCode Open() {
    ErrorCode error;
    tcp::resolver resolver(socket_.get_executor());
    const auto addresses = resolver.resolve(target_.host, std::to_string(target_.port), error);
    if (error) return error;
    asio::connect(socket_, addresses, error);
    if (error) return error;
    socket_.set_option(tcp::no_delay(true), error);
    if (!error && target_.tls()) OpenTls(&error);
    return error;
  }

  int native_handle() { return socket_.native_handle(); }

  bool IsClosedByEndpoint() {
    char byte = 0;
    return ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

  ErrorCode Exchange(const RequestMessage& request, http::response_parser<http::string_body>* answer) {
    return tls_.has_value() ? ExchangeOver(*tls_, request, answer) : ExchangeOver(socket_, request, answer);
  }

 private:
  void OpenTls(ErrorCode* error) {
    context_.set_default_verify_paths();
    tls_.emplace(socket_, context_);
    tls_->set_verify_mode(asio::ssl::verify_peer);
    tls_->set_verify_callback(asio::ssl::host_name_verification(target_.host));
    SSL_set_tlsext_host_name(tls_->native_handle(), target_.host.c_str());
    tls_->handshake(asio::ssl::stream_base::client, *error);
  }

  template <typename Stream>
  ErrorCode ExchangeOver(Stream& stream, const RequestMessage& request,
                         http::response_parser<http::string_body>* answer) {
    ErrorCode error;
    http::write(stream, request, error);
    if (!error) http::read(stream, buffer_, *answer, error);
    return error;
  }

  const EndpointUrl& target_;
  tcp::socket socket_;
  asio::ssl::context context_{asio::ssl::context::tls_client};
  std::optional<asio::ssl::stream<tcp::socket&>> tls_;
  boost::beast::flat_buffer buffer_;
};

Upstream::Upstream(asio::io_context* io, const EndpointUrl* target) : io_(io), target_(target) {}

Upstream::~Upstream() { Close(); }

std::optional<AnswerMessage> Upstream::Exchange(const RequestMessage& request) {
  if (!EnsureOpen()) return std::nullopt;
  http::response_parser<http::string_body> answer;
  answer.body_limit(boost::none);
  // Its Content-Length tells of a body that does not come.
  if (request.method() == http::verb::head) answer.skip(true);
  const ErrorCode error = stream_->Exchange(request, &answer);
  last_used_ = std::chrono::steady_clock::now();
  if (error || !answer.get().keep_alive()) Close();
  if (error) return std::nullopt;
  return answer.release();
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
  auto stream = std::make_unique<Stream>(io_, *target_);
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
