#include "bench/process/plain_client.h"

#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

namespace holdfast::bench {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using tcp = asio::ip::tcp;

std::string OperationBytes(std::string_view operation, std::string_view body, std::string_view access_key,
                           std::string_view host, std::string_view more_headers) {
  std::string bytes = "POST / HTTP/1.1\r\nHost: ";
  bytes.append(host).append("\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261001T000000Z\r\n");
  bytes.append("X-Amz-Target: DynamoDB_20120810.").append(operation);
  bytes.append("\r\n").append(more_headers).append("Authorization: AWS4-HMAC-SHA256 Credential=").append(access_key);
  bytes.append("/20261001/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=");
  bytes.append(64, '0').append("\r\nContent-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  return bytes.append(body);
}

std::string AdminBytes(std::string_view method, std::string_view path, std::string_view body) {
  std::string bytes(method);
  bytes.append(" ").append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ");
  return bytes.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

struct PlainClient::Connection {
  asio::io_context io;
  tcp::socket socket{io};
  boost::beast::flat_buffer buffer;
};

PlainClient::PlainClient(uint16_t port) : connection_(std::make_unique<Connection>()) {
  ErrorCode ignored;
  connection_->socket.connect({asio::ip::address_v4::loopback(), port}, ignored);
  connection_->socket.set_option(tcp::no_delay(true), ignored);
}

PlainClient::~PlainClient() = default;

bool PlainClient::Send(std::string_view bytes) {
  ErrorCode error;
  asio::write(connection_->socket, asio::buffer(bytes), error);
  return !error;
}

PlainResponse PlainClient::Read() {
  http::response_parser<http::string_body> parser;
  parser.body_limit(boost::none);
  ErrorCode error;
  http::read(connection_->socket, connection_->buffer, parser, error);
  if (error) return {};
  return {static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
}

void PlainClient::HangUp() { ::shutdown(connection_->socket.native_handle(), SHUT_RDWR); }

}  // namespace holdfast::bench
