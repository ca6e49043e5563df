// A server process that a benchmark starts and stops.
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
  // Starts `command` with `--port 0` appended, and reads the port from its standard output. Throws std::runtime_error
  // if the server does not print it within ten seconds.
  explicit ChildServer(std::vector<std::string> command);
  // Sends SIGKILL if the process still runs.
  ~ChildServer();
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  uint16_t port() const { return port_; }
  // Sends SIGTERM and returns how long the process took to exit. If it does not exit within `limit`, kills it and
  // returns nothing.
  std::optional<std::chrono::duration<double>> Terminate(std::chrono::seconds limit);
  void Kill();
  // Processor time of all threads of the process, user and kernel, since it started. Throws std::runtime_error after
  // Kill or Terminate.
  std::chrono::duration<double> ProcessorTime() const;
  // Waits until the process takes at most `rest_max` of processor time in one `interval`, so that its background work
  // is done. Returns ProcessorTime, and throws like it.
  std::chrono::duration<double> AwaitRest(std::chrono::milliseconds interval,
                                          std::chrono::duration<double> rest_max) const;

 private:
  bool HasEnded();

  pid_t process_ = -1;
  uint16_t port_ = 0;
  bool ended_ = false;
};

}  // namespace holdfast::bench
