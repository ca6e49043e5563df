// Runs the user's command, also several times at once: each time as a process group of its own, with the environment that
// points AWS's SDKs at a server, its output kept in a file without a name.
//
// The signals that it waits for must be blocked in all threads (BlockSignals), and only one CommandRunner is used at a
// time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <list>
#include <memory>
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

// Blocks SIGINT, SIGTERM, SIGCHLD and SIGALRM, which a CommandRunner waits for. Must be called before any thread starts.
void BlockSignals();

// `environment` with the variables that lead an SDK to the endpoint, and without those that would lead it elsewhere.
std::vector<std::string> EnvironmentFor(const std::string& endpoint, const std::vector<std::string>& environment);

class CommandRunner {
 public:
  CommandRunner() = default;
  // Kills what still runs.
  ~CommandRunner();
  CommandRunner(const CommandRunner&) = delete;
  CommandRunner& operator=(const CommandRunner&) = delete;

  // `number` is returned by Await. The error says why the command cannot be started.
  Result<void, std::string> Start(size_t number, const std::vector<std::string>& command,
                                  const std::vector<std::string>& environment, std::chrono::seconds timeout);

  struct Ended {
    size_t number;
    CommandOutcome outcome;
  };
  // Waits for the end of one of the commands, of which there must be one, and ends all other processes of its group. An
  // interruption ends all commands: they have ended when Await has returned for each.
  Ended Await();
  size_t running() const { return running_.size(); }
  // Whether SIGINT or SIGTERM was received.
  bool interrupted() const { return interrupted_; }

 private:
  using Clock = std::chrono::steady_clock;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  struct Running {
    size_t number;
    pid_t process;
    File output;
    Clock::time_point begun;
    // When it is told to end, or killed if it has been told already.
    Clock::time_point deadline;
    bool ending = false;
    CommandOutcome outcome = {};
  };

  // Sends SIGTERM, and the second time SIGKILL.
  static void SendNextSignal(Running& running, Clock::time_point now);
  static CommandOutcome KillGroupAndReap(Running running);
  // Waits for a signal, or for the next deadline.
  void AwaitSignal();

  std::list<Running> running_;
  bool interrupted_ = false;
};

// Runs the command to its end, as a CommandRunner does.
Result<CommandOutcome, std::string> RunCommand(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               std::chrono::seconds timeout);

// The line of a test runner's output that names the first failure, as far as there is one; otherwise empty.
std::string FailureLine(const std::string& output);

}  // namespace holdfast::server::shake
