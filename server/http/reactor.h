// Waits for sockets and for other threads: what every system does in a way of its own. HOLDFAST_EVENT_LOOP selects the
// implementation when the project is configured: reactor_epoll.cc (Linux) or reactor_asio.cc (wherever Boost.Asio runs).
#pragma once

#include <chrono>
#include <memory>

namespace holdfast::server {

class Reactor {
 public:
  using Clock = std::chrono::steady_clock;

  class Watcher {
   public:
    // There may be something to read or room to write. `ended`: the peer will send nothing more, or the connection has
    // failed; reading shows which. Must not throw.
    virtual void OnReady(bool ended) = 0;

   protected:
    ~Watcher() = default;
  };

  // Throws std::system_error if the system lacks file descriptors.
  Reactor();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  // From any thread: has Wait return soon.
  void Wake() noexcept;

  // On the loop's thread.

  // Calls `watcher` when the socket, which must not block, can be used: once soon, and then whenever that changes, as
  // long as the watcher reads (writes) until nothing is left (there is no room) and says so by AwaitReadable
  // (AwaitWritable). Calls without a cause are possible. False: the system cannot watch it.
  [[nodiscard]] bool Watch(int socket, Watcher* watcher) noexcept;
  void AwaitReadable(int socket);
  void AwaitWritable(int socket);
  // To be called before the socket is closed. The watcher may still be called in this turn of the loop.
  void Unwatch(int socket) noexcept;

  // Calls the watchers of sockets that can be used, after having waited for one, or for Wake, so many milliseconds at
  // most (-1: for ever). True: woken.
  bool Wait(int milliseconds);
  // When waiting was over.
  Clock::time_point now() const { return now_; }

 private:
  struct Implementation;

  const std::unique_ptr<Implementation> implementation_;
  Clock::time_point now_ = Clock::now();
};

}  // namespace holdfast::server
