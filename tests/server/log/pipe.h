// A pipe whose write end tests give to a log writer, where the server gives it the standard error stream.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
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
  // Returns what has been written and not yet been read.
  std::string ReadAvailable() {
    std::string text;
    char buffer[65'536];
    for (ssize_t count; (count = ::read(ends_[0], buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<size_t>(count));
    }
    return text;
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace holdfast::server
