#include "bench/load/async_connection.h"

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <ctime>
#include <utility>

#include "conformance/client/signature_v4.h"

namespace holdfast::bench {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

// A connection that lay idle this long may be about to be closed by the other end: a request lost on it would have an
// unknown outcome for no reason.
constexpr std::chrono::seconds kIdleMax{5};
constexpr uint64_t kResponseBytesMax = 64u << 20;

http::request<http::string_body> SignedRequest(const conformance::EndpointOptions& endpoint,
                                               const std::string& host_header, std::string_view operation,
                                               const std::string& body) {
  const std::string target = "DynamoDB_20120810." + std::string(operation);
  const conformance::SignedHeaders signature =
      conformance::Sign(endpoint.credentials, endpoint.region, host_header, target, body, std::time(nullptr));
  http::request<http::string_body> request(http::verb::post, "/", 11);
  request.set(http::field::host, host_header);
  request.set(http::field::content_type,
              beast::string_view(conformance::kContentType.data(), conformance::kContentType.size()));
  request.set("X-Amz-Target", target);
  request.set("X-Amz-Date", signature.amz_date);
  request.set(http::field::authorization, signature.authorization);
  if (!endpoint.credentials.session_token.empty()) {
    request.set("X-Amz-Security-Token", endpoint.credentials.session_token);
  }
  request.body() = body;
  request.prepare_payload();
  return request;
}

}  // namespace

AsyncConnection::AsyncConnection(asio::io_context& io, asio::ssl::context* tls, const Addresses& addresses,
                                 const conformance::EndpointOptions& endpoint, OnHttpResponse on_response)
    : io_(io),
      tls_(tls),
      addresses_(addresses),
      endpoint_(endpoint),
      host_header_(endpoint.url.HostHeader()),
      on_response_(std::move(on_response)) {}

void AsyncConnection::Send(std::string_view operation, const std::string& body) {
  request_ = SignedRequest(endpoint_, host_header_, operation, body);
  const bool open = tcp_stream_.has_value() || tls_stream_.has_value();
  if (open && Clock::now() - last_used_ < kIdleMax) {
    Write();
  } else {
    Open();
  }
}

void AsyncConnection::Open() {
  Close();
  if (tls_ != nullptr) {
    tls_stream_.emplace(io_, *tls_);
  } else {
    tcp_stream_.emplace(io_);
  }
  Lowest().expires_after(endpoint_.timeout);
  Lowest().async_connect(addresses_, [this](Error error, const auto&) { OnConnected(error); });
}

void AsyncConnection::OnConnected(Error error) {
  if (error) return Fail(error, true);
  Lowest().socket().set_option(asio::ip::tcp::no_delay(true), error);
  if (tls_ == nullptr) return Write();
  tls_stream_->set_verify_mode(asio::ssl::verify_peer);
  tls_stream_->set_verify_callback(asio::ssl::host_name_verification(endpoint_.url.host));
  SSL_set_tlsext_host_name(tls_stream_->native_handle(), endpoint_.url.host.c_str());
  tls_stream_->async_handshake(asio::ssl::stream_base::client, [this](Error handshake_error) {
    handshake_error ? Fail(handshake_error, true) : Write();
  });
}

void AsyncConnection::Write() {
  Lowest().expires_after(endpoint_.timeout);
  const auto written = [this](Error error, size_t) { error ? Fail(error, false) : Read(); };
  tls_stream_.has_value() ? http::async_write(*tls_stream_, request_, written)
                          : http::async_write(*tcp_stream_, request_, written);
}

void AsyncConnection::Read() {
  parser_.emplace();
  parser_->body_limit(kResponseBytesMax);
  const auto was_read = [this](Error error, size_t) { OnRead(error); };
  tls_stream_.has_value() ? http::async_read(*tls_stream_, buffer_, *parser_, was_read)
                          : http::async_read(*tcp_stream_, buffer_, *parser_, was_read);
}

void AsyncConnection::OnRead(Error error) {
  if (error) return Fail(error, false);
  last_used_ = Clock::now();
  conformance::HttpResponse response;
  response.status = static_cast<int>(parser_->get().result_int());
  response.body = std::move(parser_->get().body());
  if (!parser_->get().keep_alive()) Close();
  on_response_(std::move(response));
}

void AsyncConnection::Close() {
  tls_stream_.reset();
  tcp_stream_.reset();
  buffer_.clear();
}

void AsyncConnection::Fail(Error error, bool never_sent) {
  Close();
  conformance::HttpResponse response;
  response.failure = error.message();
  response.never_sent = never_sent;
  on_response_(std::move(response));
}

}  // namespace holdfast::bench
