#include "bench/wire/bare_beast.h"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

namespace holdfast {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using tcp = net::ip::tcp;
// Without what costs time in Beast: a concrete executor, no timers, one read buffer for each connection.
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<tcp, Executor>;

constexpr size_t kBufferBytes = 16'384;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, const std::string& response) : socket_(std::move(socket)), response_(response) {
    buffer_.reserve(kBufferBytes);
  }

  void Read() {
    parser_.emplace();
    http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](boost::system::error_code error, size_t) {
      if (!error) self->Write();
    });
  }

 private:
  void Write() {
    net::async_write(socket_, net::buffer(response_),
                     [self = shared_from_this()](boost::system::error_code error, size_t) {
                       if (!error) self->Read();
                     });
  }

  Socket socket_;
  const std::string& response_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
};

}  // namespace

class BareBeast::Loop {
 public:
  explicit Loop(std::string response)
      : response_(std::move(response)),
        acceptor_(io_context_.get_executor(), tcp::endpoint(net::ip::address_v4::loopback(), 0)) {
    Accept();
    thread_ = std::thread([this] { io_context_.run(); });
  }
  ~Loop() {
    io_context_.stop();
    thread_.join();
  }

  uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  void Accept() {
    acceptor_.async_accept([this](boost::system::error_code error, Socket socket) {
      if (error == net::error::operation_aborted) return;
      if (error) {
        std::fprintf(stderr, "bare_beast: accept: %s\n", error.message().c_str());
        std::abort();
      }
      socket.set_option(tcp::no_delay(true));
      std::make_shared<Connection>(std::move(socket), response_)->Read();
      Accept();
    });
  }

  const std::string response_;
  net::io_context io_context_{1};
  net::basic_socket_acceptor<tcp, Executor> acceptor_;
  std::thread thread_;
};

BareBeast::BareBeast(std::string response) : loop_(std::make_unique<Loop>(std::move(response))) {}
BareBeast::~BareBeast() = default;
uint16_t BareBeast::port() const { return loop_->port(); }

}  // namespace holdfast
