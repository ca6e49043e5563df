#include "server/http/event_loop.h"

#include <algorithm>
#include <utility>

#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

// Tasks that fit without allocation.
constexpr size_t kTasksReserved = 64;
constexpr size_t kDelayedReserved = 16;

void Run(const EventLoop::Task& task) {
  try {
    task();
  } catch (...) {
    LogException("a task of the event loop");
  }
}

}  // namespace

EventLoop::EventLoop() {
  posted_.reserve(kTasksReserved);
  running_.reserve(kTasksReserved);
  delayed_.reserve(kDelayedReserved);
}

void EventLoop::Post(Task task) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(task));
  reactor_.Wake();
}

void EventLoop::ScheduleAfter(std::chrono::milliseconds delay, Task task) {
  delayed_.push_back({Clock::now() + delay, std::move(task)});
}

void EventLoop::RunOnce(std::chrono::milliseconds wait_max) {
  if (reactor_.Wait(WaitMilliseconds(wait_max))) RunPostedTasks();
  RunDueTasks();
}

int EventLoop::WaitMilliseconds(std::chrono::milliseconds wait_max) const {
  if (wait_max.count() == 0) return 0;
  auto wait = wait_max;
  if (!delayed_.empty()) {
    const auto next = std::min_element(delayed_.begin(), delayed_.end(),
                                       [](const Delayed& a, const Delayed& b) { return a.due < b.due; });
    // Rounded up, so that the task is due when the wait is over.
    wait = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(next->due - Clock::now()),
                      std::chrono::milliseconds(0), wait_max);
  }
  return wait == std::chrono::milliseconds::max() ? -1 : static_cast<int>(wait.count());
}

void EventLoop::RunPostedTasks() {
  {
    const std::lock_guard lock(mutex_);
    running_.swap(posted_);
  }
  for (const Task& task : running_) Run(task);
  running_.clear();
}

void EventLoop::RunDueTasks() {
  // A task that schedules itself again without delay is not run twice in one iteration.
  for (size_t left = delayed_.size(); left > 0; --left) {
    const auto due =
        std::find_if(delayed_.begin(), delayed_.end(), [this](const Delayed& delayed) { return delayed.due <= now(); });
    if (due == delayed_.end()) return;
    const Task task = std::move(due->task);
    delayed_.erase(due);
    Run(task);
  }
}

}  // namespace holdfast::server
