#include "server/shake/command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace holdfast::server::shake {
namespace {

// The time between SIGTERM and SIGKILL.
constexpr std::chrono::seconds kTerminationGrace{2};

constexpr std::array kRemovedVariables = {"AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN",
                                          "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"};

// Whether this process ignores SIGHUP, as nohup makes it: then it and its commands survive the end of their terminal.
bool IgnoresHangup() {
  struct sigaction action {};
  return sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t AwaitedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD, SIGALRM}) sigaddset(&signals, signal);
  if (!IgnoresHangup()) sigaddset(&signals, SIGHUP);
  return signals;
}

bool Interrupts(int signal) { return signal == SIGINT || signal == SIGTERM || signal == SIGHUP; }

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string_view NameOfVariable(std::string_view variable) { return variable.substr(0, variable.find('=')); }

// Lowers this process's soft limit of file descriptors while it spawns a command, which inherits the limit: posix_spawn
// has no attribute for limits. Open descriptors stay open. A connection that would exceed the limit meanwhile is
// accepted a moment later (Listener).
class LoweredDescriptorLimit {
 public:
  explicit LoweredDescriptorLimit(rlim_t descriptors_max) {
    if (getrlimit(RLIMIT_NOFILE, &original_) != 0) return;
    const rlimit lowered{std::min(original_.rlim_cur, descriptors_max), original_.rlim_max};
    is_lowered_ = setrlimit(RLIMIT_NOFILE, &lowered) == 0;
  }
  ~LoweredDescriptorLimit() {
    if (is_lowered_) setrlimit(RLIMIT_NOFILE, &original_);
  }
  LoweredDescriptorLimit(const LoweredDescriptorLimit&) = delete;
  LoweredDescriptorLimit& operator=(const LoweredDescriptorLimit&) = delete;

 private:
  rlimit original_{};
  bool is_lowered_ = false;
};

// The process id, or the error's text.
Result<pid_t, std::string> Spawn(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                                 rlim_t descriptors_max, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
  // Closes all inherited descriptors, because the command would otherwise keep connections of this process's servers
  // open.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
#endif
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t defaults = AwaitedSignals();
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  pid_t process = 0;
  int error = 0;
  {
    const LoweredDescriptorLimit limit(descriptors_max);
    error = posix_spawnp(&process, command.front().c_str(), &actions, &attributes, Pointers(command).data(),
                         Pointers(environment).data());
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return command.front() + ": " + std::strerror(error);
  return process;
}

bool HasEnded(pid_t process) {
  siginfo_t info{};
  // WNOWAIT leaves the process a zombie, so that no other process group gets its id before KillGroupAndReap.
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process;
}

// The last kOutputBytesMax bytes of the file.
std::string ReadTail(std::FILE* file) {
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  if (size < 0) return {};
  const long begin = std::max(0L, size - static_cast<long>(kOutputBytesMax));
  std::fseek(file, begin, SEEK_SET);
  std::string text(static_cast<size_t>(size - begin), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace

void BlockSignals() {
  const sigset_t signals = AwaitedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  // A parent process may have ignored SIGCHLD, which is inherited: ended children would be reaped without being waited
  // for.
  std::signal(SIGCHLD, SIG_DFL);
}

std::vector<std::string> EnvironmentFor(const std::string& endpoint, const std::vector<std::string>& environment) {
  const std::vector<std::string> set = {
      "AWS_ENDPOINT_URL=" + endpoint,
      "AWS_ENDPOINT_URL_DYNAMODB=" + endpoint,
      "AWS_ENDPOINT_URL_DYNAMODB_STREAMS=" + endpoint,
      "AWS_REGION=us-east-1",
      "AWS_DEFAULT_REGION=us-east-1",
      "AWS_ACCESS_KEY_ID=holdfast",
      "AWS_SECRET_ACCESS_KEY=holdfast",
      "HOLDFAST_ENDPOINT=" + endpoint,
  };
  std::vector<std::string> result;
  for (const std::string& variable : environment) {
    const std::string_view name = NameOfVariable(variable);
    const bool removed = std::find(kRemovedVariables.begin(), kRemovedVariables.end(), name) != kRemovedVariables.end();
    const bool replaced =
        std::any_of(set.begin(), set.end(), [&](const std::string& other) { return NameOfVariable(other) == name; });
    if (!removed && !replaced) result.push_back(variable);
  }
  result.insert(result.end(), set.begin(), set.end());
  return result;
}

CommandRunner::~CommandRunner() {
  for (Running& running : running_) KillGroupAndReap(std::move(running));
}

Result<void, std::string> CommandRunner::Start(size_t number, const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               std::chrono::seconds timeout) {
  File file(std::tmpfile(), &std::fclose);
  if (file == nullptr) return std::string("no temporary file for the command's output: ") + std::strerror(errno);
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  const Clock::time_point now = Clock::now();
  const Result<pid_t, std::string> process = Spawn(command, environment, descriptors_max_, fileno(file.get()));
  if (!process.ok()) return process.error();
  running_.push_back({number, process.value(), std::move(file), now, now + timeout});
  return {};
}

CommandRunner::Ended CommandRunner::Await() {
  while (true) {
    const auto ended = std::find_if(running_.begin(), running_.end(),
                                    [](const Running& running) { return HasEnded(running.process); });
    if (ended != running_.end()) {
      Running running = std::move(*ended);
      running_.erase(ended);
      const size_t number = running.number;
      return {number, KillGroupAndReap(std::move(running))};
    }
    AwaitSignal();
  }
}

void CommandRunner::AwaitSignal() {
  const sigset_t signals = AwaitedSignals();
  Clock::time_point next = Clock::time_point::max();
  for (const Running& running : running_) next = std::min(next, running.deadline);
  if (next != Clock::time_point::max()) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(next - Clock::now());
    alarm(static_cast<unsigned>(std::max<int64_t>(left.count(), 1)));
  }
  int received = 0;
  sigwait(&signals, &received);
  alarm(0);
  const Clock::time_point now = Clock::now();
  if (Interrupts(received)) interrupted_ = true;
  for (Running& running : running_) {
    if (Interrupts(received)) {
      running.outcome.interrupted = true;
      SendNextSignal(running, now);
    } else if (running.deadline <= now) {
      // After an interruption the deadline is that of SIGKILL.
      running.outcome.timed_out = running.outcome.timed_out || !running.outcome.interrupted;
      SendNextSignal(running, now);
    }
  }
}

void CommandRunner::SendNextSignal(Running& running, Clock::time_point now) {
  kill(-running.process, running.ending ? SIGKILL : SIGTERM);
  running.ending = true;
  running.deadline = now + kTerminationGrace;
}

CommandOutcome CommandRunner::KillGroupAndReap(Running running) {
  kill(-running.process, SIGKILL);
  int status = 0;
  while (waitpid(running.process, &status, 0) < 0 && errno == EINTR) continue;
  CommandOutcome& outcome = running.outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - running.begun);
  outcome.output = ReadTail(running.output.get());
  return std::move(outcome);
}

Result<CommandOutcome, std::string> RunCommand(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               std::chrono::seconds timeout) {
  CommandRunner runner;
  const Result<void, std::string> started = runner.Start(0, command, environment, timeout);
  if (!started.ok()) return started.error();
  return runner.Await().outcome;
}

namespace {

// The line without control sequences (ECMA-48, 5.4), such as those that set colours.
std::string WithoutControlSequences(std::string_view line) {
  constexpr std::string_view kBegin = "\x1b[";
  std::string plain;
  for (size_t sequence; (sequence = line.find(kBegin)) != std::string_view::npos;) {
    plain += line.substr(0, sequence);
    line.remove_prefix(sequence + kBegin.size());
    const auto is_last = [](char byte) { return byte >= '@' && byte <= '~'; };
    const auto last = std::find_if(line.begin(), line.end(), is_last);
    line.remove_prefix(last == line.end() ? line.size() : static_cast<size_t>(last - line.begin()) + 1);
  }
  return plain.append(line);
}

// Whether a test runner has written the line about a test that failed.
bool NamesFailedTest(std::string_view line) {
  // TAP; node:test, Vitest and Jest; unittest; Go; GoogleTest.
  constexpr std::array<std::string_view, 8> kMarks = {"not ok", "✖",     "✗",         "✕",
                                                      "×",      "FAIL:", "--- FAIL:", "[  FAILED  ]"};
  if (std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return line.starts_with(mark); })) {
    return true;
  }
  const bool unittest_error = line.starts_with("ERROR: ") && line.ends_with(')');
  const bool pytest = line.starts_with("FAILED ") && line.find("::") != std::string_view::npos;
  const bool rust_or_gradle = line.ends_with(" FAILED");
  return unittest_error || pytest || rust_or_gradle;
}

}  // namespace

std::string FailureLine(const std::string& output) {
  // Test runners begin the line about a failed file of tests with this.
  constexpr std::string_view kFileMark = "FAIL ";
  std::string file_line;
  std::string error_line;
  for (size_t begin = 0; begin < output.size();) {
    const size_t end = std::min(output.find('\n', begin), output.size());
    const std::string plain = WithoutControlSequences({output.data() + begin, end - begin});
    std::string_view line = plain;
    begin = end + 1;
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    line.remove_prefix(first);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (NamesFailedTest(line)) return std::string(line);
    if (file_line.empty() && line.starts_with(kFileMark)) file_line = line;
    if (error_line.empty() && line.find("Error") != std::string_view::npos) error_line = line;
  }
  return file_line.empty() ? error_line : file_line;
}

}  // namespace holdfast::server::shake
