// A server that a benchmark starts as a process of its own, and ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace holdfast::bench {

class ChildServer {
 public:
  // Starts `command` with `--port 0` behind it, and reads from its standard output where it listens. Throws
  // std::runtime_error if it does not say so within ten seconds.
  explicit ChildServer(std::vector<std::string> command);
  // SIGKILL, if it still runs.
  ~ChildServer();
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  uint16_t port() const { return port_; }
  // SIGTERM, and how long the process took to end. Nothing if it had not ended after `limit`: then it was killed.
  std::optional<std::chrono::duration<double>> Terminate(std::chrono::seconds limit);
  void Kill();
  // Of all its threads, in user and kernel mode, since it started. Throws std::runtime_error where it has ended.
  std::chrono::duration<double> ProcessorTime() const;
  // Resident, in bytes.
  int64_t ResidentBytes() const;

 private:
  bool HasEnded();

  pid_t process_ = -1;
  uint16_t port_ = 0;
  bool ended_ = false;
};

}  // namespace holdfast::bench
