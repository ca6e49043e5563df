// An HTTP endpoint for tests, on 127.0.0.1: a function decides the response to each request.
#pragma once

#include <sys/socket.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <thread>

#include "conformance/client/endpoint_url.h"

namespace holdfast::conformance {

inline std::string ResponseBytes(const std::string& body, int status = 200) {
  return "HTTP/1.1 " + std::to_string(status) + " Scripted\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

class ScriptedHttpEndpoint {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  // Returns the bytes of the response. If they are empty, no response is sent and the connection stays open; without a
  // value the connection is closed. Each connection calls the script on a thread of its own, so the script may block.
  using Script = std::function<std::optional<std::string>(const Request& request)>;

  explicit ScriptedHttpEndpoint(Script script)
      : script_(std::move(script)),
        acceptor_(io_, {boost::asio::ip::address_v4::loopback(), 0}),
        accepting_([this] { Accept(); }) {}
  ~ScriptedHttpEndpoint() {
    ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
    accepting_.join();
    for (Served& served : served_) {
      ::shutdown(served.socket.native_handle(), SHUT_RDWR);
      served.thread.join();
    }
  }
  ScriptedHttpEndpoint(const ScriptedHttpEndpoint&) = delete;
  ScriptedHttpEndpoint& operator=(const ScriptedHttpEndpoint&) = delete;

  EndpointUrl url() const { return {.scheme = "http", .host = "127.0.0.1", .port = acceptor_.local_endpoint().port()}; }

 private:
  struct Served {
    boost::asio::ip::tcp::socket socket;
    std::thread thread;
  };

  void Accept() {
    while (true) {
      boost::system::error_code error;
      boost::asio::ip::tcp::socket client = acceptor_.accept(error);
      if (error == boost::asio::error::no_descriptors) {
        // A test has lowered their number, and will raise it again.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      if (error) return;
      Served& served = served_.emplace_back(Served{std::move(client), {}});
      served.thread = std::thread([this, &served] { Serve(&served.socket); });
    }
  }

  void Serve(boost::asio::ip::tcp::socket* socket) const {
    boost::beast::flat_buffer buffer;
    for (boost::system::error_code error; !error;) {
      Request request;
      boost::beast::http::read(*socket, buffer, request, error);
      const auto response = error ? std::nullopt : script_(request);
      if (!response.has_value()) break;
      boost::asio::write(*socket, boost::asio::buffer(*response), error);
    }
    ::shutdown(socket->native_handle(), SHUT_RDWR);
  }

  const Script script_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::list<Served> served_;  // used only by accepting_, and by the destructor after that thread has ended
  std::thread accepting_;
};

}  // namespace holdfast::conformance
