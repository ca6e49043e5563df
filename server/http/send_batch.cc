#include "server/http/send_batch.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace holdfast::server {
namespace {

// Without signals for peers that are gone, and without waiting even where a socket would.
constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;

void SendAlone(SendBatch::Send* send) {
  const ssize_t sent = ::send(send->socket, send->bytes.data(), send->bytes.size(), kFlags);
  send->result = sent < 0 ? -errno : static_cast<int>(sent);
}

void SendOneByOne(std::span<SendBatch::Send> sends) {
  for (SendBatch::Send& send : sends) SendAlone(&send);
}

void BlockPipeSignal() {
  sigset_t pipe;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
}

}  // namespace

SendBatch::~SendBatch() { CloseAio(); }

void SendBatch::Add(int socket, std::string_view bytes, void* sender) { sends_.push_back({socket, bytes, sender, 0}); }

std::span<const SendBatch::Send> SendBatch::Flush() {
  for (size_t begin = 0; begin < sends_.size();) {
    const std::span<Send> rest = std::span(sends_).subspan(begin);
    const std::span<Send> sends = rest.first(std::min(rest.size(), kAtOnceMax));
    if (sends.size() > 1 && AioIsReady()) {
      SendThroughAio(sends);
    } else {
      SendOneByOne(sends);
    }
    begin += sends.size();
  }
  return sends_;
}

bool SendBatch::AioIsReady() {
  if (state_ == State::kUntried) {
    const bool opened = ::syscall(SYS_io_setup, kAtOnceMax, &aio_) == 0;
    if (opened) BlockPipeSignal();
    state_ = opened ? State::kReady : State::kNone;
  }
  return state_ == State::kReady;
}

void SendBatch::CloseAio() {
  if (state_ == State::kReady) ::syscall(SYS_io_destroy, aio_);
  state_ = State::kNone;
}

void SendBatch::SendThroughAio(std::span<Send> sends) {
  std::array<iocb, kAtOnceMax> orders;
  std::array<iocb*, kAtOnceMax> submitted;
  for (size_t i = 0; i < sends.size(); ++i) {
    orders[i] = {};
    orders[i].aio_data = i;
    orders[i].aio_lio_opcode = IOCB_CMD_PWRITE;
    orders[i].aio_fildes = static_cast<uint32_t>(sends[i].socket);
    orders[i].aio_buf = reinterpret_cast<uintptr_t>(sends[i].bytes.data());
    orders[i].aio_nbytes = sends[i].bytes.size();
    submitted[i] = &orders[i];
    // Should its completion get lost, nobody knows what became of it.
    sends[i].result = -EIO;
  }
  // It stops at what it cannot take at all, as a descriptor that is none.
  const long taken = std::max(::syscall(SYS_io_submit, aio_, sends.size(), submitted.data()), 0L);
  SendOneByOne(sends.subspan(static_cast<size_t>(taken)));
  std::array<io_event, kAtOnceMax> completions;
  for (long completed = 0; completed < taken;) {
    const long more = ::syscall(SYS_io_getevents, aio_, 1, taken - completed, completions.data(), nullptr);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return CloseAio();
    for (long i = 0; i < more; ++i) {
      const io_event& completion = completions[static_cast<size_t>(i)];
      sends[completion.data].result = static_cast<int>(completion.res);
    }
    completed += more;
  }
}

}  // namespace holdfast::server
