// Makes the standard error stream a pipe that is full, as that of a server whose parent process does not read it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "server/log/standard_error.h"
#include "tests/server/log/pipe.h"

namespace holdfast::server {

class UnreadStderr {
 public:
  UnreadStderr() : before_(::dup(STDERR_FILENO)) {
    StandardError().Flush(std::chrono::seconds(10));
    const int flags = ::fcntl(pipe_.write_end(), F_GETFL);
    ::fcntl(pipe_.write_end(), F_SETFL, flags | O_NONBLOCK);
    while (::write(pipe_.write_end(), "", 1) == 1) continue;
    ::fcntl(pipe_.write_end(), F_SETFL, flags);
    ::dup2(pipe_.write_end(), STDERR_FILENO);
  }
  ~UnreadStderr() {
    ReadUntilIdle();
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
  }
  UnreadStderr(const UnreadStderr&) = delete;
  UnreadStderr& operator=(const UnreadStderr&) = delete;

  // Reads until all messages were written. Returns what was read: the zero bytes that filled the pipe, then the
  // messages.
  std::string ReadUntilIdle() {
    std::string text;
    do {
      text += pipe_.ReadAvailable();
    } while (!StandardError().Flush(std::chrono::milliseconds(1)));
    return text + pipe_.ReadAvailable();
  }

 private:
  Pipe pipe_;
  const int before_;
};

}  // namespace holdfast::server
