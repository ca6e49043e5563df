// One thread's event loop: tells its watchers when their sockets can be used, and runs what other threads ask for
// and what is due.
//
// Asio's loop does all this and more. It is not used because a session that waits without holding a buffer costs it a
// system call for each request; here a request costs a receive, a send, and its share of one wait.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

namespace holdfast::server {

class EventLoop {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::function<void()>;

  class Watcher {
   public:
    // There is something to read, or room to write, that was not there when the socket was last read from or written
    // to. `ended`: the peer will send nothing more, or the connection failed; reading tells which.
    virtual void OnReady(bool ended) = 0;

   protected:
    ~Watcher() = default;
  };

  // Throws std::system_error if the system lacks file descriptors.
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // From any thread: has the loop's thread run `task` soon.
  void Post(Task task);

  // On the loop's thread.

  // Tells `watcher` about the socket until it is closed, each change once. A watcher must stay until the end of the
  // turn in which its socket is closed. False: the system lacks memory for it.
  [[nodiscard]] bool Watch(int socket, Watcher* watcher);
  // Runs `task` in the first turn that begins after `delay`.
  void After(std::chrono::milliseconds delay, Task task);
  // Waits, if `wait` says so, until there is something to do, and does what there is: first what happened on sockets,
  // then tasks.
  void Turn(bool wait);
  // When this turn began.
  Clock::time_point now() const { return now_; }

 private:
  struct Delayed {
    Clock::time_point due;
    Task task;
  };

  int WaitMilliseconds() const;
  void RunPosted();
  void RunDue();

  const int epoll_;
  // Readable when there may be something in `posted_`.
  const int wake_;
  std::mutex mutex_;
  std::vector<Task> posted_;
  // Few: each worker sweeps, and one accepts.
  std::vector<Delayed> delayed_;
  Clock::time_point now_ = Clock::now();
};

}  // namespace holdfast::server
