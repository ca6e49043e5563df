#include "bench/process/child_server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <thread>

namespace holdfast::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kStartMax{10};
constexpr std::string_view kListening = "listening on http://127.0.0.1:";

[[noreturn]] void RunServer(const std::vector<std::string>& command, int output) {
  ::dup2(output, STDOUT_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

// Returns the port that the server prints on its standard output, or 0 if it prints none in time.
uint16_t ReadPort(int output) {
  const auto deadline = Clock::now() + kStartMax;
  std::string text;
  while (Clock::now() < deadline) {
    pollfd readable{.fd = output, .events = POLLIN, .revents = 0};
    if (::poll(&readable, 1, 100) <= 0) continue;
    char bytes[512];
    const ssize_t count = ::read(output, bytes, sizeof bytes);
    if (count <= 0) return 0;
    text.append(bytes, static_cast<size_t>(count));
    const size_t at = text.find(kListening);
    if (at == std::string::npos || text.find('\n', at) == std::string::npos) continue;
    return static_cast<uint16_t>(std::strtoul(text.c_str() + at + kListening.size(), nullptr, 10));
  }
  return 0;
}

}  // namespace

ChildServer::ChildServer(std::vector<std::string> command) {
  command.insert(command.end(), {"--port", "0"});
  int pipe_ends[2];
  if (::pipe2(pipe_ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  process_ = ::fork();
  if (process_ == 0) RunServer(command, pipe_ends[1]);
  ::close(pipe_ends[1]);
  if (process_ > 0) port_ = ReadPort(pipe_ends[0]);
  ::close(pipe_ends[0]);
  if (port_ != 0) return;
  Kill();
  throw std::runtime_error(command.front() + " did not say within ten seconds where it listens");
}

ChildServer::~ChildServer() { Kill(); }

bool ChildServer::HasEnded() {
  if (!ended_) ended_ = process_ <= 0 || ::waitpid(process_, nullptr, WNOHANG) == process_;
  return ended_;
}

std::optional<std::chrono::duration<double>> ChildServer::Terminate(std::chrono::seconds limit) {
  const auto started = Clock::now();
  ::kill(process_, SIGTERM);
  while (!HasEnded()) {
    if (Clock::now() - started > limit) {
      Kill();
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return Clock::now() - started;
}

void ChildServer::Kill() {
  if (HasEnded()) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  ended_ = true;
}

std::chrono::duration<double> ChildServer::ProcessorTime() const {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("the server's processor time cannot be read");
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::duration<double> ChildServer::AwaitRest(std::chrono::milliseconds interval,
                                                     std::chrono::duration<double> rest_max) const {
  for (std::chrono::duration<double> before = ProcessorTime();;) {
    std::this_thread::sleep_for(interval);
    const std::chrono::duration<double> now = ProcessorTime();
    if (now - before <= rest_max) return now;
    before = now;
  }
}

}  // namespace holdfast::bench
