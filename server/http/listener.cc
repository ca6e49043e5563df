#include "server/http/listener.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include "server/log/standard_error.h"
#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;

// The most connections that wait to be accepted: a test run may open thousands at once. The kernel may lower it
// (somaxconn).
constexpr int kBacklog = 4'096;
// How long the listener does not accept after Pause was called: if there is no free file descriptor, for example, no
// connection can be accepted until another one ends. New connections stay in the backlog.
constexpr std::chrono::milliseconds kPause{100};
// The most connections accepted before other work of this thread runs.
constexpr int kAcceptsPerIteration = 64;

std::optional<net::ip::address> Resolve(const std::string& host, net::io_context& io_context) {
  boost::system::error_code error;
  const net::ip::address address = net::ip::make_address(host, error);
  if (!error) return address;
  tcp::resolver resolver(io_context);
  const auto found = resolver.resolve(host, "0", error);
  if (!error && !found.empty()) return found.begin()->endpoint().address();
  // A minimal system has no /etc/hosts. `localhost` means the loopback address even if the resolver does not know it
  // (RFC 6761, 6.3).
  if (EqualsIgnoringCase(host, "localhost")) return net::ip::address_v4::loopback();
  return std::nullopt;
}

// Accepts a connection and returns its non-blocking socket. On failure returns a negative number and sets errno.
int Accept(int socket) {
#ifdef SOCK_NONBLOCK
  return ::accept4(socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
  const int descriptor = ::accept(socket, nullptr, nullptr);
  if (descriptor < 0) return descriptor;
  ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

}  // namespace

Listener::~Listener() { Close(); }

Result<void, std::string> Listener::Open(const std::string& host, uint16_t port) {
  const std::string address_and_port = host + " port " + std::to_string(port);
  net::io_context io_context;
  const std::optional<net::ip::address> address = Resolve(host, io_context);
  if (!address.has_value()) return "cannot listen on " + address_and_port + ": no such address";

  tcp::acceptor acceptor(io_context);
  const tcp::endpoint endpoint(*address, port);
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  // SO_REUSEADDR: a restarted server can bind while connections of its predecessor are in TIME_WAIT. Two running
  // servers cannot share the port. (With SO_REUSEPORT they could: the kernel would distribute connections to both.)
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (!error) acceptor.non_blocking(true, error);
  if (!error) port_ = acceptor.local_endpoint(error).port();
  if (!error) socket_ = acceptor.release(error);
  if (!error) {
    if (loop_->Watch(socket_, this)) return {};
    return "cannot listen on " + address_and_port + ": the system cannot watch the socket";
  }
  if (error == net::error::address_in_use) {
    return "cannot listen on " + address_and_port + ": another program is using that port (choose one with --port)";
  }
  return "cannot listen on " + address_and_port + ": " + error.message();
}

void Listener::Close() {
  if (socket_ < 0) return;
  loop_->Unwatch(socket_);
  ::close(socket_);
  socket_ = -1;
}

void Listener::OnReady(bool) {
  if (!scheduled_) AcceptAll();
}

void Listener::AcceptAll() {
  if (socket_ < 0) return;
  for (int i = 0; i < kAcceptsPerIteration; ++i) {
    if (!can_accept_()) return Pause("as many connections are open as may be (--max-connections)");
    const int descriptor = Accept(socket_);
    if (descriptor >= 0) {
      try {
        on_connection_(descriptor);
      } catch (...) {
        ::close(descriptor);
        return Pause("out of memory");
      }
    } else if (errno == EMFILE || errno == ENFILE) {
      return Pause("out of file descriptors");
    } else if (errno == ENOBUFS || errno == ENOMEM) {
      return Pause("out of memory");
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pause_logged_ = false;
      return AwaitNext();
    }
    // Other errors, such as ECONNABORTED, concern one connection that is already closed: accept the next.
  }
  ScheduleAccept(std::chrono::milliseconds(0));
}

void Listener::AwaitNext() {
  try {
    loop_->AwaitReadable(socket_);
  } catch (...) {
    Pause("out of memory");
  }
}

void Listener::Pause(const char* reason) {
  if (!std::exchange(pause_logged_, true)) {
    char message[128];
    std::snprintf(message, sizeof message, "%s; new connections wait until others end", reason);
    WriteMessage(message);
  }
  ScheduleAccept(kPause);
}

void Listener::ScheduleAccept(std::chrono::milliseconds delay) {
  scheduled_ = true;
  loop_->ScheduleAfter(delay, [this] {
    scheduled_ = false;
    AcceptAll();
  });
}

}  // namespace holdfast::server
