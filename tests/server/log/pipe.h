// A pipe whose write end tests give to a log writer, where the server gives it the standard error stream.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace holdfast::server {

class Pipe {
 public:
  Pipe() {
    // Without a reader, writing must fail with EPIPE and not end the process; main.cc ignores SIGPIPE, too.
    std::signal(SIGPIPE, SIG_IGN);
    if (::pipe(ends_) == 0) ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    CloseReadEnd();
    ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int write_end() const { return ends_[1]; }
  void CloseReadEnd() {
    if (ends_[0] >= 0) ::close(std::exchange(ends_[0], -1));
  }
  // Returns what has been written and not yet been read, at most `bytes_max`.
  std::string ReadAvailable(size_t bytes_max = SIZE_MAX) {
    std::string text;
    char buffer[65'536];
    while (text.size() < bytes_max) {
      const ssize_t count = ::read(ends_[0], buffer, std::min(sizeof buffer, bytes_max - text.size()));
      if (count <= 0) break;
      text.append(buffer, static_cast<size_t>(count));
    }
    return text;
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace holdfast::server
