#include "conformance/faulty/proxy.h"

#include <sys/socket.h>

#include <chrono>
#include <exception>
#include <utility>

namespace holdfast::conformance::faulty {

using ErrorCode = boost::system::error_code;
using tcp = boost::asio::ip::tcp;

// How long Accept waits after an error, such as a lack of file descriptors, before it tries again.
constexpr std::chrono::milliseconds kAcceptPause{10};

std::unique_ptr<Proxy> Proxy::Start(ProxyTarget target, uint16_t port, std::string* problem) {
  std::unique_ptr<Proxy> proxy(new Proxy(std::move(target)));
  tcp::acceptor& acceptor = proxy->acceptor_;
  const tcp::endpoint address(boost::asio::ip::address_v4::loopback(), port);
  ErrorCode error;
  acceptor.open(address.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(address, error);
  if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
  if (!error) proxy->port_ = acceptor.local_endpoint(error).port();
  if (error) {
    *problem = "cannot listen on port " + std::to_string(port) + ": " + error.message();
    return nullptr;
  }
  proxy->accepting_ = std::thread([raw = proxy.get()] { raw->Accept(); });
  return proxy;
}

Proxy::~Proxy() {
  if (accepting_.joinable()) Stop();
}

void Proxy::Stop() {
  stopping_ = true;
  ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
  accepting_.join();
  for (ServedClient& served : served_) served.connection->Abort();
  for (ServedClient& served : served_) served.thread.join();
  served_.clear();
}

void Proxy::Accept() {
  while (!stopping_) {
    ErrorCode error;
    tcp::socket client = acceptor_.accept(error);
    if (!error) client.set_option(tcp::no_delay(true), error);
    if (!error) {
      Serve(std::move(client));
    } else if (!stopping_) {
      std::this_thread::sleep_for(kAcceptPause);
    }
  }
}

void Proxy::Serve(tcp::socket client) {
  Reap();
  ServedClient& served = served_.emplace_back();
  try {
    served.connection = std::make_unique<ClientConnection>(std::move(client), &target_);
    served.thread = std::thread([&served] {
      served.connection->Run();
      served.done = true;
    });
  } catch (const std::exception&) {
    // Without file descriptors, threads or memory for the client, it is disconnected.
    served_.pop_back();
  }
}

void Proxy::Reap() {
  for (auto served = served_.begin(); served != served_.end();) {
    if (served->done) {
      served->thread.join();
      served = served_.erase(served);
    } else {
      ++served;
    }
  }
}

}  // namespace holdfast::conformance::faulty
