#include "server/http/listener.h"

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace holdfast::server {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;

// Connections that wait to be accepted: a test run may open thousands at once. The kernel caps it (somaxconn).
constexpr int kBacklog = 4'096;
// Without free file descriptors accepting cannot succeed until a connection ends; waiting ones stay in the backlog.
constexpr std::chrono::milliseconds kPauseWithoutDescriptors{100};
// Connections taken before other work on this thread gets its turn.
constexpr int kAcceptsPerTurn = 64;

std::optional<net::ip::address> Resolve(const std::string& host, net::io_context& io_context) {
  boost::system::error_code error;
  const net::ip::address address = net::ip::make_address(host, error);
  if (!error) return address;
  tcp::resolver resolver(io_context);
  const auto found = resolver.resolve(host, "0", error);
  if (error || found.empty()) return std::nullopt;
  return found.begin()->endpoint().address();
}

}  // namespace

Listener::~Listener() { Close(); }

Result<void, std::string> Listener::Open(const std::string& host, uint16_t port) {
  const std::string place = host + " port " + std::to_string(port);
  net::io_context io_context;
  const std::optional<net::ip::address> address = Resolve(host, io_context);
  if (!address.has_value()) return "cannot listen on " + place + ": no such address";

  tcp::acceptor acceptor(io_context);
  const tcp::endpoint endpoint(*address, port);
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  // Lets a restarted server bind while connections of the last one time out; it does not share the port with a
  // living one. (SO_REUSEPORT would: two servers would then answer by turns.)
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (!error) acceptor.non_blocking(true, error);
  if (!error) port_ = acceptor.local_endpoint(error).port();
  if (!error) socket_ = acceptor.release(error);
  if (!error && !loop_->Watch(socket_, this)) error.assign(errno, boost::system::system_category());
  if (!error) return {};
  if (error == net::error::address_in_use) {
    return "cannot listen on " + place + ": another program is using that port (choose one with --port)";
  }
  return "cannot listen on " + place + ": " + error.message();
}

void Listener::Close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

void Listener::OnReady(bool) { AcceptAll(); }

void Listener::AcceptAll() {
  if (socket_ < 0) return;
  for (int i = 0; i < kAcceptsPerTurn; ++i) {
    const int descriptor = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      out_of_descriptors_ = false;
      on_connection_(descriptor);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return PauseBeforeNext();
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    }
    // Anything else concerns one connection that is already gone (ECONNABORTED and the like): take the next.
  }
  loop_->Post([this] { AcceptAll(); });
}

void Listener::PauseBeforeNext() {
  if (!out_of_descriptors_) {
    std::fputs("holdfast: out of file descriptors; new connections wait until others end\n", stderr);
  }
  out_of_descriptors_ = true;
  loop_->After(kPauseWithoutDescriptors, [this] { AcceptAll(); });
}

}  // namespace holdfast::server
