// The listening socket: takes new connections and hands them out.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "server/http/event_loop.h"

namespace holdfast::server {

class Listener final : public EventLoop::Watcher {
 public:
  // Receives each new connection's file descriptor, and owns it from then on unless it throws.
  using OnConnection = std::function<void(int descriptor)>;
  // Whether one connection more may be accepted now. Others wait in the backlog.
  using CanAccept = std::function<bool()>;

  // Accepts on the thread of `loop`, from its first turn on, and ends only after its last.
  Listener(EventLoop* loop, OnConnection on_connection, CanAccept can_accept)
      : loop_(loop), on_connection_(std::move(on_connection)), can_accept_(std::move(can_accept)) {}
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
  void AwaitNext();
  // Accepts nothing until some time has passed, and says why, unless it did so before and connections still wait.
  void Pause(const char* reason);
  void ScheduleAccept(std::chrono::milliseconds delay);

  EventLoop* const loop_;
  const OnConnection on_connection_;
  const CanAccept can_accept_;
  int socket_ = -1;
  uint16_t port_ = 0;
  // AcceptAll will be called by itself.
  bool scheduled_ = false;
  // There has been a pause, and since then never a time when no connection waited.
  bool paused_ = false;
};

}  // namespace holdfast::server
