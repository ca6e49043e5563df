#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "server/http/reactor.h"

namespace holdfast::server {
namespace {

namespace net = boost::asio;
// With the executor's own type Asio dispatches handlers without type erasure.
using Descriptor = net::posix::basic_stream_descriptor<net::io_context::executor_type>;

// The most sockets handled before tasks run.
constexpr int kEventsPerWait = 128;

#ifdef POLLRDHUP
constexpr short kEnded = POLLRDHUP | POLLHUP | POLLERR;
#else
constexpr short kEnded = POLLHUP | POLLERR;
#endif

// Whether the peer has closed its side or the connection has failed. Asio does not report why a socket is ready.
bool HasEnded(int socket) {
  pollfd state{socket, kEnded, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & kEnded) != 0;
}

// Opens a non-blocking pipe. Returns its read end, and sets `*writing` to its write end.
int OpenPipe(int* writing) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "event loop");
  for (const int end : ends) {
    ::fcntl(end, F_SETFL, O_NONBLOCK);
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  *writing = ends[1];
  return ends[0];
}

}  // namespace

struct Reactor::Implementation {
  // A socket and its watcher. Shared with the handlers of pending waits, which run even after Unwatch.
  struct Watched {
    Watched(net::io_context& context, int socket, Watcher* a_watcher)
        : descriptor(context, socket), watcher(a_watcher) {}

    Descriptor descriptor;
    // Null after Unwatch.
    Watcher* watcher;
    bool awaits_readable = false;
    // If set, HasEnded is called when the socket is readable, which costs a system call.
    bool awaits_end = false;
    bool awaits_writable = false;
  };

  explicit Implementation(Reactor* reactor) : owner(reactor), wake(context, OpenPipe(&wake_writer)) { AwaitWake(); }
  ~Implementation() {
    // The watchers own the sockets.
    for (const std::shared_ptr<Watched>& entry : watched) {
      if (entry != nullptr) entry->descriptor.release();
    }
    ::close(wake_writer);
  }

  // The entry of a watched socket.
  const std::shared_ptr<Watched>& Of(int socket) const { return watched[static_cast<size_t>(socket)]; }
  // Removes the entry of the socket. Returns null if the socket is not watched.
  std::shared_ptr<Watched> Take(int socket) noexcept {
    const auto index = static_cast<size_t>(socket);
    return index < watched.size() ? std::exchange(watched[index], nullptr) : nullptr;
  }

  void Await(const std::shared_ptr<Watched>& entry, Descriptor::wait_type type, bool Watched::*awaits) {
    if (entry.get()->*awaits) return;
    entry->descriptor.async_wait(type, [this, entry, awaits](const boost::system::error_code& error) {
      entry.get()->*awaits = false;
      if (error || entry->watcher == nullptr) return;
      ReadClock();
      entry->watcher->OnReady(entry->awaits_end && HasEnded(entry->descriptor.native_handle()));
    });
    entry.get()->*awaits = true;
  }

  // To be called when waiting is over. Reads the clock once in each Wait.
  void ReadClock() {
    if (!std::exchange(clock_read, true)) owner->now_ = Clock::now();
  }

  void AwaitWake() {
    wake.async_wait(Descriptor::wait_read, [this](const boost::system::error_code& error) {
      if (error) return;
      std::array<char, 64> ignored;
      while (::read(wake.native_handle(), ignored.data(), ignored.size()) > 0) {
      }
      woken = true;
      AwaitWake();
    });
  }

  Reactor* const owner;
  // Used by the loop's thread only (Wake writes to a pipe), so that it needs no locks.
  net::io_context context{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE};
  net::executor_work_guard<net::io_context::executor_type> work = net::make_work_guard(context);
  int wake_writer = -1;
  Descriptor wake;
  bool woken = false;
  bool clock_read = false;
  // By descriptor; null for one that is not watched.
  std::vector<std::shared_ptr<Watched>> watched;
};

Reactor::Reactor() : implementation_(new Implementation(this)) {}
Reactor::~Reactor() = default;

void Reactor::Wake() noexcept {
  const char byte = 0;
  // Fails only if the pipe is full, and then it is readable.
  [[maybe_unused]] const ssize_t written = ::write(implementation_->wake_writer, &byte, 1);
}

bool Reactor::Watch(int socket, Watcher* watcher) noexcept {
  if (socket < 0) return false;
  std::shared_ptr<Implementation::Watched> entry;
  try {
    entry = std::make_shared<Implementation::Watched>(implementation_->context, socket, watcher);
    const auto index = static_cast<size_t>(socket);
    if (implementation_->watched.size() <= index) implementation_->watched.resize(index + 1);
    implementation_->watched[index] = entry;
    AwaitReadable(socket);
    return true;
  } catch (...) {
    // The caller keeps the ownership of the socket.
    if (entry != nullptr) entry->descriptor.release();
    implementation_->Take(socket);
    return false;
  }
}

void Reactor::AwaitReadable(int socket) {
  const std::shared_ptr<Implementation::Watched>& entry = implementation_->Of(socket);
  entry->awaits_end = false;
  implementation_->Await(entry, Descriptor::wait_read, &Implementation::Watched::awaits_readable);
}

void Reactor::AwaitEnd(int socket) {
  AwaitReadable(socket);
  implementation_->Of(socket)->awaits_end = true;
}

void Reactor::AwaitWritable(int socket) {
  implementation_->Await(implementation_->Of(socket), Descriptor::wait_write,
                         &Implementation::Watched::awaits_writable);
}

void Reactor::Unwatch(int socket) noexcept {
  const std::shared_ptr<Implementation::Watched> entry = implementation_->Take(socket);
  if (entry == nullptr) return;
  entry->watcher = nullptr;
  entry->descriptor.release();
}

bool Reactor::Wait(int milliseconds) {
  net::io_context& context = implementation_->context;
  implementation_->woken = false;
  implementation_->clock_read = false;
  if (milliseconds < 0) {
    context.run_one();
  } else if (milliseconds > 0) {
    context.run_one_for(std::chrono::milliseconds(milliseconds));
  }
  for (int i = 0; i < kEventsPerWait && context.poll_one() > 0; ++i) {
  }
  implementation_->ReadClock();
  return implementation_->woken;
}

}  // namespace holdfast::server
