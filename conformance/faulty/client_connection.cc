#include "conformance/faulty/client_connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

namespace holdfast::conformance::faulty {

namespace http = boost::beast::http;

namespace {

using ErrorCode = boost::system::error_code;

// Responds to `Expect: 100-continue`, which a client may send before a large body.
ErrorCode SendContinueIfExpected(const RequestMessage& head, std::chrono::milliseconds limit, TimedSocket* client) {
  if (head[http::field::expect].empty()) return {};
  const http::response<http::empty_body> response(http::status::continue_, 11);
  return client->Run(limit, [&](auto done) {
    http::async_write(client->stream(), response, [done](ErrorCode error, size_t) { done(error); });
  });
}

ResponseMessage PayloadTooLarge() {
  ResponseMessage response(http::status::payload_too_large, 11);
  response.keep_alive(false);
  response.prepare_payload();
  return response;
}

}  // namespace

ClientConnection::ClientConnection(boost::asio::ip::tcp::socket client, const ProxyTarget* target)
    : client_(std::move(client)),
      descriptor_(::dup(client_.stream().socket().native_handle())),
      target_(target),
      endpoint_(target->url, {.connecting = target->limits.connecting, .exchange = target->limits.exchange},
                [this] { return aborted_.load(); }) {}

ClientConnection::~ClientConnection() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ClientConnection::Run() {
  // Without the duplicate, Abort could not end this connection.
  if (descriptor_ < 0) return client_.stream().close();
  bool keep_alive = true;
  while (keep_alive) {
    const std::optional<RequestMessage> request = ReadRequest();
    if (!request.has_value()) break;
    std::optional<ResponseMessage> response = ResponseTo(*request);
    if (!response.has_value()) break;
    keep_alive = request->keep_alive();
    response->version(request->version());
    response->keep_alive(keep_alive);
    if (Write(*response, request->method() == http::verb::head)) break;
  }
  Abort();
}

std::optional<RequestMessage> ClientConnection::ReadRequest() {
  http::request_parser<http::string_body> parser;
  parser.body_limit(kMessageBytesMax);
  ErrorCode error = client_.Run(target_->limits.idle_client, [&](auto done) {
    http::async_read_header(client_.stream(), buffer_, parser, [done](ErrorCode e, size_t) { done(e); });
  });
  if (!error) error = SendContinueIfExpected(parser.get(), target_->limits.client, &client_);
  if (!error) {
    error = client_.Run(target_->limits.client, [&](auto done) {
      http::async_read(client_.stream(), buffer_, parser, [done](ErrorCode e, size_t) { done(e); });
    });
  }
  if (error == http::error::body_limit) Write(PayloadTooLarge(), false);
  if (error) return std::nullopt;
  return parser.release();
}

ClientConnection::ErrorCode ClientConnection::Write(const ResponseMessage& response, bool head_only) {
  http::response_serializer<http::string_body, http::fields> serializer(response);
  return client_.Run(target_->limits.client, [&](auto done) {
    const auto written = [done](ErrorCode error, size_t) { done(error); };
    head_only ? http::async_write_header(client_.stream(), serializer, written)
              : http::async_write(client_.stream(), serializer, written);
  });
}

void ClientConnection::Abort() {
  // Not through Asio's socket, which is not thread-safe.
  ::shutdown(descriptor_, SHUT_RDWR);
  aborted_ = true;
}

std::optional<ResponseMessage> ClientConnection::ResponseTo(const RequestMessage& message) {
  const std::optional<SignedRequest> request = ReadSignedRequest(message);
  if (!request.has_value()) return Forward(message, &endpoint_);
  MessageExchange exchange(message, *request, target_->url, target_->secret_access_key, &endpoint_);
  Response response = target_->fault->Handle(request->request, &exchange);
  if (response.status == 0) return std::nullopt;
  return ToMessage(std::move(response));
}

}  // namespace holdfast::conformance::faulty
