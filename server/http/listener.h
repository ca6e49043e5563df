// The listening socket: takes new connections and hands them out.
#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/result.h"

namespace holdfast::server {

class Listener {
 public:
  // Receives each new connection's file descriptor, and owns it from then on.
  using OnConnection = std::function<void(int descriptor)>;

  explicit Listener(boost::asio::io_context* io_context);

  // Binds and listens, or says in one line why that is not possible. Port 0 picks a free one.
  Result<void, std::string> Open(const std::string& host, uint16_t port);
  // The port it listens on.
  uint16_t port() const { return port_; }

  // Starts accepting, on the thread that runs the io_context.
  void Start(OnConnection on_connection);
  void Close();

 private:
  using Executor = boost::asio::io_context::executor_type;
  using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                  boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

  void WaitForConnections();
  void AcceptAll();
  void PauseBeforeNext();

  boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor> acceptor_;
  Timer pause_timer_;
  OnConnection on_connection_;
  uint16_t port_ = 0;
  bool out_of_descriptors_ = false;
};

}  // namespace holdfast::server
