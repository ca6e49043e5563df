// Sends on many sockets at once, so that no client is woken to run on this processor until all have been sent to: with
// io_uring one system call hands over all of them. Where the system does not have or allow io_uring (container runtimes
// commonly forbid it), they are sent one by one.
#pragma once

#include <liburing.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace holdfast::server {

class SendBatch {
 public:
  struct Send {
    int socket;
    std::string_view bytes;
    // Whose it is, for the caller.
    void* sender;
    // How many bytes the socket took; if negative, an errno, with the sign changed.
    int result;
  };
  enum class Use { kRingIfAllowed, kNoRing };

  explicit SendBatch(Use use = Use::kRingIfAllowed) : ring_state_(use == Use::kNoRing ? Ring::kNone : Ring::kUntried) {}
  ~SendBatch();
  SendBatch(const SendBatch&) = delete;
  SendBatch& operator=(const SendBatch&) = delete;

  // The socket must not block, and the bytes must stay until Flush.
  void Add(int socket, std::string_view bytes, void* sender);
  // Sends what was added since Clear, as far as the sockets take it without waiting.
  std::span<const Send> Flush();
  void Clear() { sends_.clear(); }

 private:
  enum class Ring { kUntried, kReady, kNone };

  static constexpr size_t kRingEntries = 128;

  // Makes the ring if that was not tried yet: an idle server needs none.
  bool RingIsReady();
  void FlushThroughRing(std::span<Send> sends);
  void CloseRing();

  Ring ring_state_;
  io_uring ring_{};
  std::vector<Send> sends_;
};

}  // namespace holdfast::server
