// The listening socket: takes new connections and hands them out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "server/http/event_loop.h"

namespace holdfast::server {

class Listener final : public EventLoop::Watcher {
 public:
  // Receives each new connection's file descriptor, and owns it from then on.
  using OnConnection = std::function<void(int descriptor)>;

  // Accepts on the thread of `loop`, from its first turn on, and ends only after its last.
  Listener(EventLoop* loop, OnConnection on_connection) : loop_(loop), on_connection_(std::move(on_connection)) {}
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Binds and listens, or says in one line why that is not possible. Port 0 picks a free one.
  Result<void, std::string> Open(const std::string& host, uint16_t port);
  // The port it listens on.
  uint16_t port() const { return port_; }

  // On the loop's thread.
  void Close();

  void OnReady(bool ended) override;

 private:
  void AcceptAll();
  void PauseBeforeNext();

  EventLoop* const loop_;
  const OnConnection on_connection_;
  int socket_ = -1;
  uint16_t port_ = 0;
  bool out_of_descriptors_ = false;
};

}  // namespace holdfast::server
