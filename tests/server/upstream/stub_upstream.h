// An endpoint that responds with given bytes, records requests, and counts connections.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace holdfast::server {

class StubUpstream {
 public:
  // Returns the bytes of the response to a request. If there are none, the connection is closed without a response.
  using Respond = std::function<std::string(const std::string& request)>;

  // Sends the response to a request. If it returns false, the connection is then closed.
  using SendResponse = std::function<bool(const std::string& request, int socket)>;

  explicit StubUpstream(Respond respond)
      : StubUpstream([respond = std::move(respond)](const std::string& request, int socket) {
          const std::string response = respond(request);
          return !response.empty() && Send(socket, response);
        }) {}
  explicit StubUpstream(SendResponse send_response)
      : send_response_(std::move(send_response)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_, 16);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { Accept(); });
  }
  ~StubUpstream() {
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
    }
    for (std::thread& thread : threads_) thread.join();
    for (const int socket : sockets_) ::close(socket);
    ::close(listener_);
  }
  StubUpstream(const StubUpstream&) = delete;
  StubUpstream& operator=(const StubUpstream&) = delete;

  uint16_t port() const { return port_; }
  size_t connections() const {
    const std::lock_guard lock(mutex_);
    return sockets_.size();
  }
  // Head and body of each request.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

  // Sends `bytes`, and adds to `*accepted` each number of bytes that the kernel accepts, as soon as it does. Returns
  // false if the connection has ended.
  static bool Send(int socket, std::string_view bytes, std::atomic<size_t>* accepted = nullptr) {
    constexpr size_t kBytesPerCall = 65'536;
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket, bytes.data(), std::min(bytes.size(), kBytesPerCall), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      if (accepted != nullptr) *accepted += static_cast<size_t>(sent);
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  // `status`: code and reason phrase, such as `200 OK`. `headers`: lines, each with its CRLF.
  static std::string Response(std::string_view status, std::string_view headers, std::string_view body) {
    std::string response("HTTP/1.1 ");
    response.append(status).append("\r\n").append(headers);
    response.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
    return response;
  }

 private:
  void Accept() {
    for (;;) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) return;
      const std::lock_guard lock(mutex_);
      sockets_.push_back(socket);
      threads_.emplace_back([this, socket] { Serve(socket); });
    }
  }

  void Serve(int socket) {
    for (std::string request; Receive(socket, &request); request.clear()) {
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      if (!send_response_(request, socket)) break;
    }
    ::shutdown(socket, SHUT_RDWR);
  }

  static bool Receive(int socket, std::string* request) {
    for (;;) {
      const size_t head_end = request->find("\r\n\r\n");
      if (head_end != std::string::npos) {
        const size_t at = request->find("Content-Length: ");
        const size_t length = at < head_end ? std::stoul(request->substr(at + 16)) : 0;
        if (request->size() >= head_end + 4 + length) return true;
      }
      char buffer[4096];
      const ssize_t received = ::recv(socket, buffer, sizeof buffer, 0);
      if (received <= 0) return false;
      request->append(buffer, static_cast<size_t>(received));
    }
  }

  const SendResponse send_response_;
  const int listener_;
  uint16_t port_ = 0;
  mutable std::mutex mutex_;
  // Guarded by mutex_ while the acceptor runs.
  std::vector<int> sockets_;
  std::vector<std::thread> threads_;
  std::vector<std::string> requests_;
  std::thread acceptor_;
};

}  // namespace holdfast::server
