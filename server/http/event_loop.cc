#include "server/http/event_loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <system_error>
#include <utility>

namespace holdfast::server {
namespace {

// Sockets looked after before tasks get their turn.
constexpr size_t kEventsPerTurn = 128;

int OrThrow(int descriptor) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "event loop");
  return descriptor;
}

}  // namespace

EventLoop::EventLoop()
    : epoll_(OrThrow(::epoll_create1(EPOLL_CLOEXEC))), wake_(OrThrow(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) {
  epoll_event event{};
  event.events = EPOLLIN;
  OrThrow(::epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &event));
}

EventLoop::~EventLoop() {
  ::close(wake_);
  ::close(epoll_);
}

void EventLoop::Post(Task task) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(task));
  const uint64_t one = 1;
  // Fails only if it is readable already.
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);
}

bool EventLoop::Watch(int socket, Watcher* watcher) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = watcher;
  return ::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) == 0;
}

void EventLoop::After(std::chrono::milliseconds delay, Task task) {
  delayed_.push_back({Clock::now() + delay, std::move(task)});
}

void EventLoop::Turn(bool wait) {
  std::array<epoll_event, kEventsPerTurn> storage;
  const int count = std::max(::epoll_wait(epoll_, storage.data(), storage.size(), wait ? WaitMilliseconds() : 0), 0);
  now_ = Clock::now();
  bool woken = false;
  for (const epoll_event& event : std::span(storage).first(static_cast<size_t>(count))) {
    if (event.data.ptr == nullptr) {
      woken = true;
    } else {
      static_cast<Watcher*>(event.data.ptr)->OnReady((event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
    }
  }
  if (woken) RunPosted();
  RunDue();
}

int EventLoop::WaitMilliseconds() const {
  if (delayed_.empty()) return -1;
  const auto next = std::min_element(delayed_.begin(), delayed_.end(),
                                     [](const Delayed& a, const Delayed& b) { return a.due < b.due; });
  // Rounded up, so that it is due when the wait is over.
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next->due - Clock::now());
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(wait.count(), 0));
}

void EventLoop::RunPosted() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    uint64_t ignored = 0;
    [[maybe_unused]] const ssize_t taken = ::read(wake_, &ignored, sizeof ignored);
    tasks.swap(posted_);
  }
  for (const Task& task : tasks) task();
}

void EventLoop::RunDue() {
  const auto due =
      std::partition(delayed_.begin(), delayed_.end(), [this](const Delayed& delayed) { return delayed.due > now_; });
  if (due == delayed_.end()) return;
  const std::vector<Delayed> ready(std::make_move_iterator(due), std::make_move_iterator(delayed_.end()));
  delayed_.erase(due, delayed_.end());
  for (const Delayed& delayed : ready) delayed.task();
}

}  // namespace holdfast::server
