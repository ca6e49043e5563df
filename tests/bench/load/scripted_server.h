// An HTTP server whose responses and delays a test defines: one thread for each connection.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "conformance/client/client.h"

namespace holdfast::bench {

struct ScriptedResponse {
  int status = 200;  // 0: hang up
  std::string body = "{}";
};

class ScriptedServer {
 public:
  // `scripted` is called with the number of the request, from 1, and may take its time; on several threads.
  explicit ScriptedServer(std::function<ScriptedResponse(int number)> scripted)
      : respond_(std::move(scripted)),
        acceptor_(io_, {boost::asio::ip::make_address("127.0.0.1"), 0}),
        port_(acceptor_.local_endpoint().port()),
        accepting_([this] { Accept(); }) {}

  ~ScriptedServer() {
    stopping_ = true;
    // Wakes the thread that waits for a connection.
    boost::asio::ip::tcp::socket last(io_);
    boost::system::error_code ignored;
    last.connect({boost::asio::ip::make_address("127.0.0.1"), port_}, ignored);
    accepting_.join();
    for (Served& served : served_) served.socket.shutdown(boost::asio::ip::tcp::socket::shutdown_both, ignored);
    for (Served& served : served_) served.thread.join();
  }

  conformance::EndpointOptions Endpoint() const {
    conformance::EndpointOptions endpoint;
    endpoint.url = {.scheme = "http", .host = "127.0.0.1", .port = port_};
    endpoint.credentials = {"id", "secret", ""};
    return endpoint;
  }
  int requests() const { return requests_; }

 private:
  struct Served {
    explicit Served(boost::asio::ip::tcp::socket accepted) : socket(std::move(accepted)) {}
    boost::asio::ip::tcp::socket socket;
    std::thread thread;
  };

  void Accept() {
    for (;;) {
      boost::system::error_code error;
      boost::asio::ip::tcp::socket socket = acceptor_.accept(error);
      if (stopping_ || error) return;
      served_.emplace_back(std::move(socket));
      served_.back().thread = std::thread([this, socket_served = &served_.back().socket] { Serve(*socket_served); });
    }
  }

  void Serve(boost::asio::ip::tcp::socket& socket) {
    namespace http = boost::beast::http;
    boost::beast::flat_buffer buffer;
    boost::system::error_code error;
    while (!error) {
      http::request<http::string_body> request;
      http::read(socket, buffer, request, error);
      if (error) return;
      const ScriptedResponse scripted = respond_(++requests_);
      if (scripted.status == 0) break;
      http::response<http::string_body> response(http::int_to_status(static_cast<unsigned>(scripted.status)), 11);
      response.body() = scripted.body;
      response.prepare_payload();
      http::write(socket, response, error);
    }
    socket.shutdown(boost::asio::ip::tcp::socket::shutdown_both, error);
  }

  const std::function<ScriptedResponse(int)> respond_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  const uint16_t port_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> requests_ = 0;
  std::list<Served> served_;  // of the accepting thread, until it is joined
  std::thread accepting_;
};

}  // namespace holdfast::bench
