// The faulty proxy: passes the requests of its clients through a fault to an endpoint.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "conformance/faulty/client_connection.h"

namespace holdfast::conformance::faulty {

// Listens on 127.0.0.1, and gives each client a thread. Not thread-safe: the thread that starts it also stops it.
class Proxy {
 public:
  // Port 0 selects any free port. Returns null, with the reason in `*problem`, if the proxy cannot listen.
  // `target.fault` must outlive the proxy.
  static std::unique_ptr<Proxy> Start(ProxyTarget target, uint16_t port, std::string* problem);
  // Calls Stop unless it was called before.
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  uint16_t port() const { return port_; }
  // Disconnects every client and waits for the threads. Must be called at most once.
  void Stop();

 private:
  struct ServedClient {
    std::unique_ptr<ClientConnection> connection;
    std::thread thread;
    std::atomic<bool> done = false;
  };

  explicit Proxy(ProxyTarget target) : target_(std::move(target)), acceptor_(io_) {}

  void Accept();
  void Serve(boost::asio::ip::tcp::socket client);
  // Joins the threads of disconnected clients.
  void Reap();

  // Never run, because all operations are synchronous.
  boost::asio::io_context io_;
  const ProxyTarget target_;
  boost::asio::ip::tcp::acceptor acceptor_;
  uint16_t port_ = 0;
  std::thread accepting_;
  std::atomic<bool> stopping_ = false;
  // Changed by the accepting thread and, once that has ended, by Stop.
  std::list<ServedClient> served_;
};

}  // namespace holdfast::conformance::faulty
