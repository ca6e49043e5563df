// Runs the user's command: as a process group of its own, with the environment that points AWS's SDKs at the server, its
// output kept in a file without a name.
//
// The signals that it waits for must be blocked in all threads (BlockSignals), and only one command runs at a time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast::server::shake {

struct CommandOutcome {
  // Its exit status, or 128 and the number of the signal that ended it.
  int status = 0;
  bool timed_out = false;
  // SIGINT or SIGTERM was received, and has ended the command.
  bool interrupted = false;
  // Of stdout and stderr, the last kOutputBytesMax.
  std::string output;
  std::chrono::milliseconds duration{0};

  bool failed() const { return status != 0 || timed_out; }
};

inline constexpr size_t kOutputBytesMax = size_t{4} << 20;
// What the shell answers if there is no such command.
inline constexpr int kCommandNotFound = 127;

// Blocks SIGINT, SIGTERM, SIGCHLD and SIGALRM. Must be called before any thread starts.
void BlockSignals();

// The variables that are set for the command, and those that are removed, because they would lead an SDK elsewhere.
std::vector<std::string> EnvironmentFor(const std::string& endpoint, const std::vector<std::string>& environment);

// Runs the command to its end, and ends all other processes of its group. The error says why it cannot be started.
Result<CommandOutcome, std::string> RunCommand(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               std::chrono::seconds timeout);

// The line of a test runner's output that names the first failure, as far as there is one; otherwise empty.
std::string FailureLine(const std::string& output);

}  // namespace holdfast::server::shake
