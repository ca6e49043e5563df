#include "server/http/listener.h"

#include <sys/socket.h>

#include <boost/asio/ip/address.hpp>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

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

Listener::Listener(net::io_context* io_context)
    : acceptor_(io_context->get_executor()), pause_timer_(io_context->get_executor()) {}

Result<void, std::string> Listener::Open(const std::string& host, uint16_t port) {
  const std::string place = host + " port " + std::to_string(port);
  auto& io_context = static_cast<net::io_context&>(acceptor_.get_executor().context());
  const std::optional<net::ip::address> address = Resolve(host, io_context);
  if (!address.has_value()) return "cannot listen on " + place + ": no such address";

  const tcp::endpoint endpoint(*address, port);
  boost::system::error_code error;
  acceptor_.open(endpoint.protocol(), error);
  // Lets a restarted server bind while connections of the last one time out; it does not share the port with a
  // living one. (SO_REUSEPORT would: two servers would then answer by turns.)
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (!error) port_ = acceptor_.local_endpoint(error).port();
  if (!error) return {};
  if (error == net::error::address_in_use) {
    return "cannot listen on " + place + ": another program is using that port (choose one with --port)";
  }
  return "cannot listen on " + place + ": " + error.message();
}

void Listener::Start(OnConnection on_connection) {
  on_connection_ = std::move(on_connection);
  WaitForConnections();
}

void Listener::Close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  pause_timer_.cancel();
}

void Listener::WaitForConnections() {
  acceptor_.async_wait(tcp::acceptor::wait_read, [this](boost::system::error_code error) {
    if (!error) AcceptAll();
  });
}

void Listener::AcceptAll() {
  for (int i = 0; i < kAcceptsPerTurn; ++i) {
    const int descriptor = ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      out_of_descriptors_ = false;
      on_connection_(descriptor);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return PauseBeforeNext();
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    }
    // Anything else concerns one connection that is already gone (ECONNABORTED and the like): take the next.
  }
  WaitForConnections();
}

void Listener::PauseBeforeNext() {
  if (!out_of_descriptors_) {
    std::fputs("holdfast: out of file descriptors; new connections wait until others end\n", stderr);
  }
  out_of_descriptors_ = true;
  pause_timer_.expires_after(kPauseWithoutDescriptors);
  pause_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) AcceptAll();
  });
}

}  // namespace holdfast::server
