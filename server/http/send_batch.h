// Sends on many sockets at once, so that no client is woken to run on this processor until all have been sent to: with
// Linux AIO one system call hands over all of them, and sends while it takes them, because the sockets do not block.
// Where the system does not have or allow AIO, they are sent one by one. (io_uring takes 1 to 2 % less, but container
// runtimes forbid it.) Not thread-safe.
#pragma once

#include <linux/aio_abi.h>

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
  enum class Use { kAioIfAllowed, kNoAio };

  explicit SendBatch(Use use = Use::kAioIfAllowed) : state_(use == Use::kNoAio ? State::kNone : State::kUntried) {}
  ~SendBatch();
  SendBatch(const SendBatch&) = delete;
  SendBatch& operator=(const SendBatch&) = delete;

  // The socket must not block, and the bytes must stay until Flush.
  void Add(int socket, std::string_view bytes, void* sender);
  // Sends what was added since Clear, as far as the sockets take it without waiting. May block SIGPIPE for the calling
  // thread: AIO cannot be told to leave it out.
  std::span<const Send> Flush();
  void Clear() { sends_.clear(); }

 private:
  static constexpr size_t kAtOnceMax = 128;

  enum class State { kUntried, kReady, kNone };

  // Opens it if that was not tried yet: an idle server needs none.
  bool AioIsReady();
  void SendThroughAio(std::span<Send> sends);
  void CloseAio();

  State state_;
  aio_context_t aio_ = 0;
  std::vector<Send> sends_;
};

}  // namespace holdfast::server
