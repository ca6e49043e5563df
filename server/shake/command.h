// Runs the user's command, also several times at once. Each run is a process group of its own, has an environment that
// points AWS's SDKs at a server, and writes its output to an unnamed temporary file.
//
// The signals that a CommandRunner waits for must be blocked in all threads (BlockSignals). At most one CommandRunner
// may be in use at a time.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast::server::shake {

struct CommandOutcome {
  // The command's exit status, or 128 plus the number of the signal that ended it.
  int status = 0;
  bool timed_out = false;
  // This process received SIGINT, SIGTERM or SIGHUP, and has therefore ended the command.
  bool interrupted = false;
  // The last kOutputBytesMax bytes of stdout and stderr.
  std::string output;
  std::chrono::milliseconds duration{0};

  bool failed() const { return status != 0 || timed_out; }
};

inline constexpr size_t kOutputBytesMax = size_t{4} << 20;
// The exit status of a shell that does not find its command.
inline constexpr int kCommandNotFound = 127;

// Blocks SIGINT, SIGTERM, SIGCHLD, SIGALRM and, unless it is ignored, SIGHUP, which a CommandRunner waits for; ignores
// SIGPIPE. Must be called before any thread starts.
void BlockSignals();

// `environment` with the variables that lead an SDK to the endpoint, and without those that would lead it elsewhere.
std::vector<std::string> EnvironmentFor(const std::string& endpoint, const std::vector<std::string>& environment);

class CommandRunner {
 public:
  // `descriptors_max`: the soft limit of file descriptors of the commands, if it is lower than that of this process.
  explicit CommandRunner(rlim_t descriptors_max = RLIM_INFINITY) : descriptors_max_(descriptors_max) {}
  // Kills the commands that still run.
  ~CommandRunner();
  CommandRunner(const CommandRunner&) = delete;
  CommandRunner& operator=(const CommandRunner&) = delete;

  // `number` identifies the command in the result of Await. The error says why the command cannot be started.
  Result<void, std::string> Start(size_t number, const std::vector<std::string>& command,
                                  const std::vector<std::string>& environment, std::chrono::seconds timeout);

  struct Ended {
    size_t number;
    CommandOutcome outcome;
  };
  // Waits until one of the commands has ended, and kills all other processes of its group. At least one command must be
  // running. After an interruption all commands end; the caller calls Await until none is running.
  Ended Await();
  size_t running() const { return running_.size(); }
  // Whether SIGINT, SIGTERM or SIGHUP was received.
  bool interrupted() const { return interrupted_; }

 private:
  using Clock = std::chrono::steady_clock;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  struct Running {
    size_t number;
    pid_t process;
    File output;
    Clock::time_point begun;
    // When SIGTERM is sent, or SIGKILL if SIGTERM was sent already (`ending`).
    Clock::time_point deadline;
    bool ending = false;
    CommandOutcome outcome = {};
  };

  // Sends SIGTERM, and the second time SIGKILL.
  static void SendNextSignal(Running& running, Clock::time_point now);
  static CommandOutcome KillGroupAndReap(Running running);
  // Waits for a signal, or for the next deadline.
  void AwaitSignal();

  const rlim_t descriptors_max_;
  std::list<Running> running_;
  bool interrupted_ = false;
};

// Runs the command to its end, as a CommandRunner does.
Result<CommandOutcome, std::string> RunCommand(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               std::chrono::seconds timeout);

// Returns the line of a test runner's output that names the first failed test; without one, the first line about a
// failed file of tests; without that, the first line that contains `Error`, or else an empty string.
std::string FailureLine(const std::string& output);

}  // namespace holdfast::server::shake
