#include "conformance/faulty/client_connection.h"

#include <sys/socket.h>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

#include "conformance/faulty/message_exchange.h"

namespace holdfast::conformance::faulty {

namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

namespace {

// A client with a large body may ask first whether it is welcome.
void InviteBody(const RequestMessage& head, boost::asio::ip::tcp::socket* client, ErrorCode* error) {
  if (head[http::field::expect].empty()) return;
  const http::response<http::empty_body> welcome(http::status::continue_, 11);
  http::write(*client, welcome, *error);
}

}  // namespace

ClientConnection::ClientConnection(boost::asio::ip::tcp::socket client, boost::asio::io_context* io,
                                   const ProxyTarget* target)
    : client_(std::move(client)), target_(target), upstream_(io, &target->url) {}

void ClientConnection::Run() {
  boost::beast::flat_buffer buffer;
  bool keep_alive = true;
  while (keep_alive) {
    ErrorCode error;
    http::request_parser<http::string_body> parser;
    parser.body_limit(boost::none);
    http::read_header(client_, buffer, parser, error);
    if (!error) InviteBody(parser.get(), &client_, &error);
    if (!error) http::read(client_, buffer, parser, error);
    if (error) break;

    const RequestMessage request = parser.release();
    std::optional<AnswerMessage> answer = AnswerTo(request);
    if (!answer.has_value()) break;
    keep_alive = request.keep_alive();
    answer->version(request.version());
    answer->keep_alive(keep_alive);
    if (request.method() == http::verb::head) {
      http::response_serializer<http::string_body> head_only(*answer);
      http::write_header(client_, head_only, error);
    } else {
      http::write(client_, *answer, error);
    }
    if (error) break;
  }
  Abort();
}

void ClientConnection::Abort() {
  // Not through Asio's object, which is not thread-safe. The descriptor stays open as long as this object lives.
  ::shutdown(client_.native_handle(), SHUT_RDWR);
  upstream_.Abort();
}

std::optional<AnswerMessage> ClientConnection::AnswerTo(const RequestMessage& message) {
  const std::optional<SignedRequest> request = ReadSignedRequest(message);
  if (!request.has_value()) return Forward(message, &upstream_);
  MessageExchange endpoint(message, *request, target_->url, target_->secret_access_key, &upstream_);
  Answer answer = target_->fault->Handle(request->request, &endpoint);
  if (answer.status == 0) return std::nullopt;
  return ToMessage(std::move(answer));
}

}  // namespace holdfast::conformance::faulty
