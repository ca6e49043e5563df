// Waits for sockets and for wake-ups by other threads. Systems have different interfaces for this, so the CMake
// variable HOLDFAST_EVENT_LOOP selects the implementation: reactor_epoll.cc (Linux) or reactor_asio.cc (every POSIX
// system that Boost.Asio supports).
#pragma once

#include <chrono>
#include <memory>

namespace holdfast::server {

class Reactor {
 public:
  using Clock = std::chrono::steady_clock;

  class Watcher {
   public:
    // The socket may be readable or writable. `ended`: it is known that the peer will send nothing more or that the
    // connection has failed; reading shows which. Must not throw.
    virtual void OnReady(bool ended) = 0;

   protected:
    ~Watcher() = default;
  };

  // Throws std::system_error or boost::system::system_error if the system lacks file descriptors.
  Reactor();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  // From any thread: makes the current Wait return, or the next one.
  void Wake() noexcept;

  // On the loop's thread.

  // Registers `watcher` for the socket, which must be non-blocking. Edge-triggered: the watcher is called when the
  // socket is readable (with epoll also when it is only writable), and then at each change, provided that it reads
  // (writes) until the call would block and then calls AwaitReadable (AwaitWritable). Spurious calls are possible.
  // False: the system cannot watch the socket.
  [[nodiscard]] bool Watch(int socket, Watcher* watcher) noexcept;
  void AwaitReadable(int socket);
  // Awaits the end of the input without reading. Unread input before the end may hide it.
  void AwaitEnd(int socket);
  void AwaitWritable(int socket);
  // Must be called before the socket is closed. The watcher may still be called until the socket is closed, and after
  // that until the current Wait returns.
  void Unwatch(int socket) noexcept;

  // Waits for a ready socket or for Wake, at most `milliseconds` (-1: no bound), and calls the watchers of ready
  // sockets (of a bounded number; the next Wait continues). Returns whether it has handled a Wake; if many sockets are
  // ready, a later Wait may handle it.
  bool Wait(int milliseconds);
  // When the last Wait stopped waiting.
  Clock::time_point now() const { return now_; }

 private:
  struct Implementation;

  const std::unique_ptr<Implementation> implementation_;
  Clock::time_point now_ = Clock::now();
};

}  // namespace holdfast::server
