// The listening socket: accepts connections and passes them to a callback.
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
  // Receives the file descriptor of each new connection, and takes ownership unless it throws.
  using OnConnection = std::function<void(int descriptor)>;
  // Whether another connection may be accepted now. If not, connections wait in the backlog.
  using CanAccept = std::function<bool()>;

  // Accepts on the thread of `loop`, from its first iteration on. The listener must outlive the last iteration.
  Listener(EventLoop* loop, OnConnection on_connection, CanAccept can_accept)
      : loop_(loop), on_connection_(std::move(on_connection)), can_accept_(std::move(can_accept)) {}
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Binds and listens, or returns one line with the reason of the failure. Port 0 selects a free one.
  Result<void, std::string> Open(const std::string& host, uint16_t port);
  // The port it listens on.
  uint16_t port() const { return port_; }

  // On the loop's thread.
  void Close();

  void OnReady(bool ended) override;

 private:
  void AcceptAll();
  void AwaitNext();
  // Stops accepting for a while. Logs `reason`, unless a pause was logged since the backlog was last empty.
  void Pause(const char* reason);
  void ScheduleAccept(std::chrono::milliseconds delay);

  EventLoop* const loop_;
  const OnConnection on_connection_;
  const CanAccept can_accept_;
  int socket_ = -1;
  uint16_t port_ = 0;
  // The loop will call AcceptAll.
  bool scheduled_ = false;
  // A pause was logged, and the backlog has not been empty since.
  bool pause_logged_ = false;
};

}  // namespace holdfast::server
