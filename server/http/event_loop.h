// One thread's event loop: calls the watchers of sockets that can be used, and runs what other threads ask for and what
// is due.
//
// Asio's loop does all this and more. It is not the default because it costs a request one system call more; the
// Reactor decides.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

#include "server/http/reactor.h"

namespace holdfast::server {

class EventLoop {
 public:
  using Clock = Reactor::Clock;
  using Watcher = Reactor::Watcher;
  // An exception that leaves a task is logged, and the loop goes on.
  using Task = std::function<void()>;

  // Throws std::system_error if the system lacks file descriptors.
  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // From any thread.

  // Has the loop's thread run `task` soon. Throws std::bad_alloc, and does not run it then.
  void Post(Task task);
  // Ends the wait of the turn under way, or of the next.
  void Wake() noexcept { reactor_.Wake(); }

  // On the loop's thread.

  // For sockets: see Reactor. A watcher must stay until the end of the turn in which it calls Unwatch.
  [[nodiscard]] bool Watch(int socket, Watcher* watcher) noexcept { return reactor_.Watch(socket, watcher); }
  void AwaitReadable(int socket) { reactor_.AwaitReadable(socket); }
  void AwaitWritable(int socket) { reactor_.AwaitWritable(socket); }
  void Unwatch(int socket) noexcept { reactor_.Unwatch(socket); }
  // Runs `task` in the first turn that begins after `delay`. There is room for a few without allocation.
  void ScheduleAfter(std::chrono::milliseconds delay, Task task);
  // Waits, if `wait` says so, until there is something to do, and does what there is: first what happened on sockets,
  // then tasks.
  void RunOnce(bool wait);
  // When this turn began.
  Clock::time_point now() const { return reactor_.now(); }

 private:
  struct Delayed {
    Clock::time_point due;
    Task task;
  };

  int WaitMilliseconds() const;
  void RunPostedTasks();
  void RunDueTasks();

  Reactor reactor_;
  std::mutex mutex_;
  std::vector<Task> posted_;
  // Tasks being run; empty between turns, but keeps its memory.
  std::vector<Task> running_;
  // Few: each worker sweeps, and one accepts.
  std::vector<Delayed> delayed_;
};

}  // namespace holdfast::server
