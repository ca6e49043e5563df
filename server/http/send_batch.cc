#include "server/http/send_batch.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace holdfast::server {
namespace {

// Without signals for peers that are gone, and without waiting even where a socket would.
constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;

void SendAlone(SendBatch::Send* send) {
  const ssize_t sent = ::send(send->socket, send->bytes.data(), send->bytes.size(), kFlags);
  send->result = sent < 0 ? -errno : static_cast<int>(sent);
}

}  // namespace

SendBatch::~SendBatch() { CloseRing(); }

void SendBatch::Add(int socket, std::string_view bytes, void* sender) { sends_.push_back({socket, bytes, sender, 0}); }

std::span<const SendBatch::Send> SendBatch::Flush() {
  for (size_t begin = 0; begin < sends_.size();) {
    const std::span<Send> rest = std::span(sends_).subspan(begin);
    const std::span<Send> sends = rest.first(std::min(rest.size(), kRingEntries));
    if (sends.size() > 1 && RingIsReady()) {
      FlushThroughRing(sends);
    } else {
      for (Send& send : sends) SendAlone(&send);
    }
    begin += sends.size();
  }
  return sends_;
}

bool SendBatch::RingIsReady() {
  if (ring_state_ == Ring::kUntried) {
    ring_state_ = ::io_uring_queue_init(kRingEntries, &ring_, 0) == 0 ? Ring::kReady : Ring::kNone;
  }
  return ring_state_ == Ring::kReady;
}

void SendBatch::FlushThroughRing(std::span<Send> sends) {
  for (Send& send : sends) {
    io_uring_sqe* const entry = ::io_uring_get_sqe(&ring_);
    ::io_uring_prep_send(entry, send.socket, send.bytes.data(), send.bytes.size(), kFlags);
    ::io_uring_sqe_set_data(entry, &send);
    // Should the ring fail, nobody knows what became of it.
    send.result = -EIO;
  }
  for (size_t completed = 0; completed < sends.size();) {
    const int status = ::io_uring_submit_and_wait(&ring_, static_cast<unsigned>(sends.size() - completed));
    if (status < 0 && status != -EINTR) return CloseRing();
    io_uring_cqe* completion = nullptr;
    for (; ::io_uring_peek_cqe(&ring_, &completion) == 0; ++completed) {
      static_cast<Send*>(::io_uring_cqe_get_data(completion))->result = completion->res;
      ::io_uring_cqe_seen(&ring_, completion);
    }
  }
}

void SendBatch::CloseRing() {
  if (ring_state_ == Ring::kReady) ::io_uring_queue_exit(&ring_);
  ring_state_ = Ring::kNone;
}

}  // namespace holdfast::server
