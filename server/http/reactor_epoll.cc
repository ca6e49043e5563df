#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <system_error>

#include "server/http/reactor.h"

namespace holdfast::server {
namespace {

// The most sockets handled before tasks run.
constexpr size_t kEventsPerWait = 128;

int OrThrow(int descriptor) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "event loop");
  return descriptor;
}

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(OrThrow(descriptor)) {}
  ~Descriptor() { ::close(descriptor_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return descriptor_; }

 private:
  const int descriptor_;
};

}  // namespace

struct Reactor::Implementation {
  Descriptor epoll{::epoll_create1(EPOLL_CLOEXEC)};
  // Readable after Wake.
  Descriptor wake{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

Reactor::Reactor() : implementation_(new Implementation) {
  epoll_event event{};
  event.events = EPOLLIN;
  OrThrow(::epoll_ctl(implementation_->epoll, EPOLL_CTL_ADD, implementation_->wake, &event));
}

Reactor::~Reactor() = default;

void Reactor::Wake() noexcept {
  const uint64_t one = 1;
  // Fails only if the counter is at its maximum, and then the descriptor is readable.
  [[maybe_unused]] const ssize_t written = ::write(implementation_->wake, &one, sizeof one);
}

bool Reactor::Watch(int socket, Watcher* watcher) noexcept {
  // Edge-triggered: one registration serves the connection for its whole life.
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = watcher;
  return ::epoll_ctl(implementation_->epoll, EPOLL_CTL_ADD, socket, &event) == 0;
}

// Nothing to do: the edge-triggered registration reports every change.
void Reactor::AwaitReadable(int) {}
void Reactor::AwaitEnd(int) {}
void Reactor::AwaitWritable(int) {}

// epoll removes a socket when it is closed.
void Reactor::Unwatch(int) noexcept {}

bool Reactor::Wait(int milliseconds) {
  std::array<epoll_event, kEventsPerWait> storage;
  const int count =
      std::max(::epoll_wait(implementation_->epoll, storage.data(), static_cast<int>(storage.size()), milliseconds), 0);
  now_ = Clock::now();
  bool woken = false;
  for (const epoll_event& event : std::span(storage).first(static_cast<size_t>(count))) {
    if (event.data.ptr == nullptr) {
      uint64_t ignored = 0;
      [[maybe_unused]] const ssize_t taken = ::read(implementation_->wake, &ignored, sizeof ignored);
      woken = true;
    } else {
      static_cast<Watcher*>(event.data.ptr)->OnReady((event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
    }
  }
  return woken;
}

}  // namespace holdfast::server
