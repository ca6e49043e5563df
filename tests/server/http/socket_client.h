// A client that sends exactly the given bytes, and an echo server for it.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "server/http/http_server.h"
#include "server/message/deferred_response.h"

namespace holdfast::server {

class SocketClient {
 public:
  explicit SocketClient(uint16_t port, int receive_buffer_bytes = 0, uint32_t host_address = INADDR_LOOPBACK) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    if (receive_buffer_bytes > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
    }
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(host_address);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~SocketClient() {
    if (socket_ >= 0) ::close(socket_);
  }
  SocketClient(const SocketClient&) = delete;
  SocketClient& operator=(const SocketClient&) = delete;

  bool connected() const { return connected_; }

  // Returns false if the server has disconnected.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  // Closes the sending side; the client can still receive.
  void SendEnd() { ::shutdown(socket_, SHUT_WR); }
  // Closes the connection, optionally with a reset.
  void Close(bool reset) {
    const linger at_once{1, 0};
    if (reset) ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(std::exchange(socket_, -1));
  }

  // Returns one whole response: its head, and a body of the length in Content-Length. Returns less if the server
  // disconnects, or sends nothing for kTimeoutMilliseconds.
  std::string ReceiveResponse() {
    while (received_.find("\r\n\r\n") == std::string::npos && ReceiveSome()) {
    }
    const size_t head_end = received_.find("\r\n\r\n");
    if (head_end == std::string::npos) return std::exchange(received_, "");
    const size_t length_at = received_.find("Content-Length: ");
    const size_t length = length_at < head_end ? std::stoul(received_.substr(length_at + 16)) : 0;
    while (received_.size() < head_end + 4 + length && ReceiveSome()) {
    }
    std::string response = received_.substr(0, head_end + 4 + length);
    received_.erase(0, response.size());
    return response;
  }

  // Returns at least `bytes` bytes: all that have arrived by then. Returns less if the server disconnects, or sends
  // nothing for kTimeoutMilliseconds.
  std::string ReceiveAtLeast(size_t bytes) {
    while (received_.size() < bytes && ReceiveSome()) {
    }
    return std::exchange(received_, "");
  }

  // Returns everything until the server closes the connection, or sends nothing for kTimeoutMilliseconds. Afterwards,
  // `ended()` says whether the server has closed it.
  std::string ReceiveAll() {
    while (ReceiveSome()) {
    }
    return std::exchange(received_, "");
  }
  bool ended() const { return ended_; }
  // Whether the server has closed the connection and sent nothing more before that. Does not wait.
  bool IsClosed() const {
    char next = 0;
    return ::recv(socket_, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

 private:
  static constexpr int kTimeoutMilliseconds = 20'000;

  bool ReceiveSome() {
    pollfd wait{socket_, POLLIN, 0};
    if (ended_ || ::poll(&wait, 1, kTimeoutMilliseconds) != 1) return false;
    char buffer[65'536];
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    ended_ = count <= 0;
    if (!ended_) received_.append(buffer, static_cast<size_t>(count));
    return !ended_;
  }

  int socket_ = -1;
  bool connected_ = false;
  bool ended_ = false;
  std::string received_;
};

// Responds with method, target, body size and body of the request: `POST /path 5 hello`. A body of more than
// 1,000 bytes is left out.
class EchoHandler final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Responder* responder) override { Echo(request, responder->message()); }
  static void Echo(const HttpRequest& request, HttpResponse* response) {
    std::string* const bytes = response->StartBody();
    bytes->append(request.method).append(" ").append(request.target).append(" ");
    bytes->append(std::to_string(request.body->size())).append(" ");
    // `/sleep/2` takes 2 milliseconds.
    constexpr std::string_view kSleep = "/sleep/";
    if (request.target.starts_with(kSleep)) {
      const int milliseconds = std::stoi(std::string(request.target.substr(kSleep.size())));
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    }
    // `GET /repeat/1000` repeats a letter 1000 times.
    constexpr std::string_view kRepeat = "/repeat/";
    if (request.target.starts_with(kRepeat)) {
      bytes->append(std::stoul(std::string(request.target.substr(kRepeat.size()))), 'r');
    } else if (request.body->size() <= 1'000) {
      bytes->append(*request.body);
    }
    // `GET /last` is the last request on its connection.
    if (request.target == "/last") response->CloseConnection();
    std::string head = "HTTP/1.1 200 OK\r\n";
    if (!request.connection.empty()) head.append("Connection: ").append(request.connection).append("\r\n");
    head.append("Content-Length: ").append(std::to_string(response->body().size())).append("\r\n\r\n");
    response->FinishWithHead(head);
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override {
    response->StartBody();
    response->FinishWithHead(Head(reason));
  }

 private:
  static std::string_view Head(RefusalReason reason) {
    switch (reason) {
      case RefusalReason::kTooLarge:
        return "HTTP/1.1 413 Too Large\r\n\r\n";
      case RefusalReason::kMalformed:
        return "HTTP/1.1 400 Bad Request\r\n\r\n";
      case RefusalReason::kOverloaded:
        return "HTTP/1.1 503 Service Unavailable\r\n\r\n";
      case RefusalReason::kInternalError:
        return "HTTP/1.1 500 Internal Server Error\r\n\r\n";
    }
    return "";
  }
};

// Starts a server at a free port, whose threads have a Handler each, made of `arguments`. Null if it cannot be started.
template <typename Handler, typename... Arguments>
std::unique_ptr<HttpServer> StartServer(HttpServerOptions options, Arguments... arguments) {
  options.port = 0;
  auto server = HttpServer::Start(options, [=] { return std::make_unique<Handler>(arguments...); });
  return server.ok() ? std::move(server).value() : nullptr;
}

inline std::unique_ptr<HttpServer> StartEchoServer(const ConnectionLimits& limits = {}, size_t threads = 1) {
  HttpServerOptions options;
  options.threads = threads;
  options.limits = limits;
  return StartServer<EchoHandler>(options);
}

// The body of a response.
inline std::string ExtractBody(const std::string& response) {
  const size_t head_end = response.find("\r\n\r\n");
  return head_end == std::string::npos ? "(no head) " + response : response.substr(head_end + 4);
}

inline std::string Post(std::string_view path, std::string_view body, std::string_view headers = "") {
  std::string request = "POST " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers);
  return request + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace holdfast::server
