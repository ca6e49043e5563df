// One thread's event loop: calls the watchers of ready sockets, and runs posted tasks and delayed tasks that are due.
//
// Asio's io_context can wait for the sockets instead (reactor_asio.cc). It is not the default on Linux because it makes
// a system call more for each request, and waits a second time to send responses together (server/README.md).
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
  // An exception that leaves a task is logged, and the loop continues.
  using Task = std::function<void()>;

  // Throws as Reactor's constructor does.
  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // From any thread.

  // Runs `task` on the loop's thread. Throws std::bad_alloc, and then does not run it.
  void Post(Task task);
  // Ends the wait of the current RunOnce, or of the next.
  void Wake() noexcept { reactor_.Wake(); }

  // On the loop's thread.

  // See Reactor. After Unwatch a watcher must live until its socket is closed, and at least to the end of that RunOnce.
  [[nodiscard]] bool Watch(int socket, Watcher* watcher) noexcept { return reactor_.Watch(socket, watcher); }
  void AwaitReadable(int socket) { reactor_.AwaitReadable(socket); }
  void AwaitEnd(int socket) { reactor_.AwaitEnd(socket); }
  void AwaitWritable(int socket) { reactor_.AwaitWritable(socket); }
  void Unwatch(int socket) noexcept { reactor_.Unwatch(socket); }
  // Runs `task` in the first RunOnce whose wait ends after `delay`. Up to 16 waiting tasks need no allocation.
  void ScheduleAfter(std::chrono::milliseconds delay, Task task);
  // One iteration: waits until a socket is ready or a task is posted or due, at most for `wait_max`; then calls the
  // watchers of ready sockets, and then runs tasks.
  void RunOnce(std::chrono::milliseconds wait_max = std::chrono::milliseconds::max());
  // When the wait of this iteration ended.
  Clock::time_point now() const { return reactor_.now(); }

 private:
  struct Delayed {
    Clock::time_point due;
    Task task;
  };

  // The time until the next task is due, at most `wait_max`; -1 if there is no bound.
  int WaitMilliseconds(std::chrono::milliseconds wait_max) const;
  void RunPostedTasks();
  void RunDueTasks();

  // All but `posted_` are used on the loop's thread only.
  Reactor reactor_;
  std::mutex mutex_;
  // Guarded by `mutex_`.
  std::vector<Task> posted_;
  // Tasks being run; empty between iterations, but keeps its capacity.
  std::vector<Task> running_;
  // Few, so a vector suffices: the worker's next sweep and its deadline for stopping, and the listener's next accept.
  std::vector<Delayed> delayed_;
};

}  // namespace holdfast::server
