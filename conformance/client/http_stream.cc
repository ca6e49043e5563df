#include "conformance/client/http_stream.h"

#include <boost/asio/ssl/host_name_verification.hpp>
#include <utility>

namespace holdfast::conformance {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kIdleMax{3};
// Most responses arrive whole in one read of this size.
constexpr size_t kHeadReadBytes = 16'384;
// The most bytes of a response's head, together with the interim responses before it, and of what is parsed only when
// it is complete: the header of a chunk with its extensions, or the trailers. The body's limit covers none of these.
constexpr uint32_t kHeadBytesMax = 16'384;

http::request<http::string_body> ToMessage(HttpRequest request, const std::string& host_header) {
  http::request<http::string_body> message;
  message.version(11);
  message.method_string(request.method);
  message.target(request.path);
  message.set(http::field::host, host_header);
  for (const auto& [name, value] : request.headers) {
    beast::iequals(name, "Host") ? message.set(http::field::host, value) : message.insert(name, value);
  }
  message.body() = std::move(request.body);
  message.prepare_payload();
  return message;
}

WireFailure FailureOf(const HttpStream::Error& error, bool never_sent) {
  if (error == asio::error::operation_aborted) return WireFailure::kCancelled;
  if (never_sent) return WireFailure::kUnreachable;
  if (error == beast::error::timeout) return WireFailure::kTimeout;
  const bool is_too_large = error == http::error::body_limit || error == http::error::header_limit;
  return is_too_large ? WireFailure::kTooLarge : WireFailure::kDisconnected;
}

}  // namespace

Addresses Resolve(const EndpointUrl& url, std::string* failure) {
  asio::io_context io;
  asio::ip::tcp::resolver resolver(io);
  HttpStream::Error error;
  Addresses addresses = resolver.resolve(url.host, std::to_string(url.port), error);
  if (error) *failure = url.host + ": " + error.message();
  return addresses;
}

std::unique_ptr<asio::ssl::context> MakeTlsContext(const EndpointUrl& url) {
  if (!url.tls()) return nullptr;
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_client);
  context->set_default_verify_paths();
  return context;
}

HttpStream::HttpStream(asio::io_context& io, asio::ssl::context* tls, const EndpointUrl& url, uint64_t body_max)
    : io_(io), tls_(tls), url_(url), body_max_(body_max), host_header_(url.HostHeader()) {}

void HttpStream::Open(const Addresses& addresses, std::chrono::milliseconds limit, Handler handler) {
  Close();
  if (tls_ != nullptr) {
    tls_stream_.emplace(io_, *tls_);
  } else {
    tcp_stream_.emplace(io_);
  }
  SetLimit(limit);
  LowestLayer().async_connect(addresses, [this, handler = std::move(handler)](Error error, const auto&) mutable {
    OnConnected(error, std::move(handler));
  });
}

void HttpStream::OnConnected(Error error, Handler handler) {
  if (!error) LowestLayer().socket().set_option(asio::ip::tcp::no_delay(true), error);
  // For the synchronous read of HasUnexpectedInput.
  if (!error) LowestLayer().socket().non_blocking(true, error);
  if (error || tls_ == nullptr) return Finish(error, handler);
  tls_stream_->set_verify_mode(asio::ssl::verify_peer);
  tls_stream_->set_verify_callback(asio::ssl::host_name_verification(url_.host));
  SSL_set_tlsext_host_name(tls_stream_->native_handle(), url_.host.c_str());
  tls_stream_->async_handshake(
      asio::ssl::stream_base::client,
      [this, handler = std::move(handler)](Error handshake_error) { Finish(handshake_error, handler); });
}

void HttpStream::Exchange(HttpRequest request, std::chrono::milliseconds limit, Handler handler) {
  Write(std::move(request), limit, [this, handler = std::move(handler)](Error error) mutable {
    if (error) return Finish(error, handler);
    StartResponse(body_max_);
    ReadUntil(Arrival::kEnd, std::move(handler));
  });
}

void HttpStream::ExchangeHead(HttpRequest request, std::chrono::milliseconds limit, Handler handler) {
  Write(std::move(request), limit, [this, handler = std::move(handler)](Error error) mutable {
    if (error) return Finish(error, handler);
    StartResponse(kPartBytesMax);
    buffer_.reserve(kHeadReadBytes);
    ReadUntil(Arrival::kHead, std::move(handler));
  });
}

void HttpStream::ReadPart(std::chrono::milliseconds limit, Handler handler) {
  buffer_.reserve(kPartBytesMax);
  SetLimit(limit);
  ReadUntil(Arrival::kPart, std::move(handler));
}

void HttpStream::ReadRest(Handler handler) { ReadUntil(Arrival::kEnd, std::move(handler)); }

void HttpStream::Send(HttpRequest request, std::chrono::milliseconds limit, Handler handler) {
  Write(std::move(request), limit, [this, handler = std::move(handler)](Error error) { Finish(error, handler); });
}

void HttpStream::Write(HttpRequest request, std::chrono::milliseconds limit, Handler written) {
  request_ = ToMessage(std::move(request), host_header_);
  SetLimit(limit);
  auto wrote = [this, done = std::move(written)](Error error, size_t) {
    // Neither the wait for a response nor an idle connection is to keep a large body.
    request_.body() = std::string();
    done(error);
  };
  tls_stream_.has_value() ? http::async_write(*tls_stream_, request_, std::move(wrote))
                          : http::async_write(*tcp_stream_, request_, std::move(wrote));
}

void HttpStream::SetLimit(std::chrono::milliseconds limit) {
  deadline_ = Clock::now() + limit;
  LowestLayer().expires_at(deadline_);
}

void HttpStream::StartResponse(uint64_t reserved_bytes_max) {
  head_bytes_ = 0;
  StartMessage(reserved_bytes_max);
}

void HttpStream::StartMessage(uint64_t reserved_bytes_max) {
  parser_.emplace();
  parser_->header_limit(kHeadBytesMax);
  parser_->body_limit(body_max_);
  parser_->get().body().reserved_bytes_max = reserved_bytes_max;
  // The response to HEAD has the Content-Length of a body that is not sent.
  if (request_.method() == http::verb::head) parser_->skip(true);
}

bool HttpStream::SkipInterimResponse() {
  const unsigned status = parser_->get().result_int();
  // After 101 the connection carries another protocol, which no request has asked for.
  const bool is_interim = status >= 100 && status < 200 && status != 101;
  if (is_interim) StartMessage(parser_->get().body().reserved_bytes_max);
  return is_interim;
}

void HttpStream::CheckStatus(Error* error) {
  if (*error || !parser_->is_header_done()) return;
  const unsigned status = parser_->get().result_int();
  if (status < 200 || status > 599) *error = http::error::bad_status;
}

// Unlike Beast's async_read_some, this does not wait for the rest of a chunk's frame (its size line, or the line end
// after its data) if some of the body has arrived.
void HttpStream::ReadUntil(Arrival arrival, Handler handler) {
  auto was_read = [this, arrival, handler = std::move(handler)](Error error, size_t bytes) mutable {
    buffer_.commit(bytes);
    ParseInput(&error);
    if (error || HasArrived(arrival)) return Finish(error, handler);
    // Beast's timer does not fire while there is always something to read.
    if (Clock::now() >= deadline_) return Finish(beast::error::timeout, handler);
    ReadUntil(arrival, std::move(handler));
  };
  const auto space = buffer_.prepare(beast::read_size(buffer_, kPartBytesMax));
  tls_stream_.has_value() ? tls_stream_->async_read_some(space, std::move(was_read))
                          : tcp_stream_->async_read_some(space, std::move(was_read));
}

bool HttpStream::HasArrived(Arrival arrival) {
  if (parser_->is_done()) return true;
  if (arrival == Arrival::kEnd || !parser_->is_header_done()) return false;
  return arrival == Arrival::kHead || !parser_->get().body().text.empty();
}

void HttpStream::ParseInput(Error* error) {
  if (*error == asio::error::eof) {
    *error = http::error::end_of_stream;
    // A body without a length ends with the connection.
    if (parser_->got_some()) parser_->put_eof(*error);
    return;
  }
  while (!*error && buffer_.size() > 0) {
    // A call that parses a head stops at its end: head_bytes_ must not count the body that arrives together with it.
    const bool in_head = !parser_->is_header_done();
    parser_->eager(!in_head);
    const size_t bytes = parser_->put(buffer_.data(), *error);
    buffer_.consume(bytes);
    if (in_head) head_bytes_ += bytes;
    // Beast limits the input of one call; this applies the same limit to a head that arrives in pieces.
    if (head_bytes_ > kHeadBytesMax) *error = http::error::header_limit;
    if (!*error && parser_->is_done() && !SkipInterimResponse()) break;
  }
  if (*error == http::error::need_more) {
    *error = {};
    if (buffer_.size() > kHeadBytesMax) *error = http::error::header_limit;
  }
  CheckStatus(error);
}

void HttpStream::Finish(Error error, const Handler& handler) {
  last_used_ = Clock::now();
  // May begin the next operation.
  handler(error);
}

std::optional<uint64_t> HttpStream::ContentLength() const {
  const boost::optional<uint64_t> length = parser_->content_length();
  return length ? std::optional(*length) : std::nullopt;
}

HttpResponse HttpStream::TakeResponse(bool with_headers) {
  auto& message = parser_->get();
  HttpResponse response;
  response.status = static_cast<int>(message.result_int());
  response.body = std::exchange(message.body().text, std::string());
  if (with_headers) {
    for (const auto& field : message) response.headers.emplace_back(field.name_string(), field.value());
  }
  if (!HasWholeResponse()) return response;
  // An idle connection must not keep the large buffer that one response needed.
  if (buffer_.capacity() > kHeadReadBytes) buffer_.shrink_to_fit();
  // Unlike the message, the parser knows whether the body had no length, so that the connection has ended with it.
  if (!parser_->keep_alive() || buffer_.size() > 0) Close();
  return response;
}

bool HttpStream::IsReusable() const {
  return (tcp_stream_.has_value() || tls_stream_.has_value()) && Clock::now() - last_used_ < kIdleMax;
}

bool HttpStream::HasUnexpectedInput() {
  Error error;
  char byte = 0;
  const asio::mutable_buffer space(&byte, 1);
  tls_stream_.has_value() ? tls_stream_->read_some(space, error) : tcp_stream_->read_some(space, error);
  return error != asio::error::would_block;
}

void HttpStream::Cancel() { LowestLayer().cancel(); }

void HttpStream::Close() {
  tls_stream_.reset();
  tcp_stream_.reset();
  buffer_.clear();
}

HttpResponse FailedResponse(const HttpStream::Error& error, bool never_sent) {
  HttpResponse response;
  response.failure = FailureOf(error, never_sent);
  response.reason = error.message();
  response.never_sent = never_sent;
  return response;
}

}  // namespace holdfast::conformance
