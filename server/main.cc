// The server: flags, wiring, signals.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "server/flags.h"
#include "server/health_command.h"
#include "server/http/http_server.h"
#include "server/server.h"
#include "server/shake/command.h"
#include "server/shake/shake.h"
#include "server/shake/shake_flags.h"

extern char** environ;

namespace {

using holdfast::Result;
namespace server = holdfast::server;
namespace shake = holdfast::server::shake;

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast: %s\n", reason.c_str());
  return 1;
}

// Settings of glibc's malloc under which no thread holds an arena's lock for long: another thread that allocates or
// frees in that arena, such as an event loop, would wait. Must be called before other threads start.
void ShortenAllocatorPauses() {
#ifdef __GLIBC__
  // Small freed blocks would be kept in lists ("fast bins"), all of which glibc merges in one go now and then: for a
  // hundred milliseconds after a million index entries were freed.
  mallopt(M_MXFAST, 0);
  // Large blocks are mappings of their own. As parts of an arena, which they become by default once such a block was
  // freed, dozens of megabytes are returned to the system in one go.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // The free memory that an arena keeps at its end. The setting above ends its adjustment, and leaves it at 128 KiB.
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

// Must be called before any thread starts: threads inherit the mask, so that only sigwait in Serve receives these.
sigset_t BlockStopSignals() {
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGTERM);
  sigaddset(&stop_signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  return stop_signals;
}

// A container runtime kills the process some seconds after SIGTERM. So the process ends itself within two seconds of
// `stop`, even if requests are in progress. The thread is started before that, because memory may have run out by then.
// Throws std::system_error.
void StartWatchdog(std::future<void> stop) {
  std::thread([stop = std::move(stop)] {
    stop.wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(1'500));
    std::_Exit(0);
  }).detach();
}

// Describes to which account an access key belongs. Users of tools with different keys need it to find their tables.
std::string_view AccountsLine(server::Isolation isolation) {
  switch (isolation) {
    case server::Isolation::kByAccount:
      return "access keys of twelve digits are account ids, all others belong to account 000000000000";
    case server::Isolation::kByAccessKey:
      return "every access key has a database of its own";
    case server::Isolation::kShared:
      return "all access keys and regions share one database";
  }
  return "";
}

// Says which anomalies are on: ` with --lost-replies 0.1 --hold 50`; empty if none is.
std::string AnomaliesText(const server::Flags& flags) {
  const server::AnomalyOptions& options = flags.anomalies;
  std::string text;
  const auto add_text = [&text](const char* flag, const char* value) {
    text.append(text.empty() ? " with " : " ").append(flag).append(" ").append(value);
  };
  const auto add = [&add_text](const char* flag, double value) {
    if (value <= 0) return;
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", value);
    add_text(flag, number);
  };
  add("--lost-replies", options.lost_replies);
  add("--conflicts", options.conflicts);
  add("--throttle", options.throttle);
  if (flags.throttle_by_capacity) add_text("--throttle", "capacity");
  add("--stale-reads", options.stale_reads);
  add("--index-lag", options.index_lag);
  add("--late-ttl", static_cast<double>(flags.late_ttl.count()));
  add("--hold", static_cast<double>(options.hold.count()));
  return text;
}

int Serve(const server::Flags& flags) {
  const sigset_t stop_signals = BlockStopSignals();
  // A disconnected client is reported as an error of the write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  server::RaiseFileDescriptorLimit();

  for (const std::string& warning : flags.warnings) std::fprintf(stderr, "holdfast: %s\n", warning.c_str());
  if (flags.allow_arithmetic_conditions) {
    std::fputs("holdfast: --allow-arithmetic-conditions is on: DynamoDB refuses conditions that compute\n", stderr);
  }

  const auto started = server::Server::Start(flags);
  if (!started.ok()) return Fail(started.error());
  server::Server& server = *started.value();
  std::promise<void> stop;
  try {
    StartWatchdog(stop.get_future());
  } catch (const std::system_error& error) {
    return Fail(error.what());
  }

  std::printf("holdfast is listening on %s%s\n", server.url().c_str(), AnomaliesText(flags).c_str());
  if (server.upstream() != nullptr) {
    std::printf("requests are forwarded to %s, signed for %s with the credentials of the environment\n",
                server.upstream()->client().url().c_str(), flags.upstream->region.c_str());
  } else {
    const std::string_view accounts = AccountsLine(flags.isolation);
    std::printf("%.*s\n", static_cast<int>(accounts.size()), accounts.data());
  }
  std::fflush(stdout);

  int received = 0;
  sigwait(&stop_signals, &received);
  stop.set_value();
  server.Stop();
  // Skips the destruction of databases item by item: the system frees the memory at once.
  std::fflush(nullptr);
  std::_Exit(0);
}

std::vector<std::string_view> EnvironmentVariables() {
  std::vector<std::string_view> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

// The servers of `shake` take no server flags, and therefore ignore the environment variables of these flags: the
// command line of `shake` suffices to repeat a run. `arguments` excludes `shake`.
shake::ExitStatus Shake(const std::vector<std::string_view>& arguments) {
  const Result<shake::ShakeFlags, std::string> flags = shake::ParseShakeFlags(arguments);
  if (!flags.ok()) {
    Fail(flags.error());
    return shake::ExitStatus::kNotRun;
  }
  if (flags.value().help) {
    std::fputs(shake::ShakeHelpText().c_str(), stdout);
    return shake::ExitStatus::kNothingFound;
  }
  shake::BlockSignals();
  const rlim_t descriptors_max = server::RaiseFileDescriptorLimit();
  server::Flags server_flags;
  server_flags.port = 0;
  server_flags.anomalies.seeded_order = true;
  server_flags.upstream = flags.value().upstream;
  std::vector<std::unique_ptr<server::Server>> servers;
  std::vector<shake::ShakenServer> shaken;
  for (size_t job = 0; job < flags.value().jobs; ++job) {
    auto started = server::Server::Start(server_flags);
    if (!started.ok()) {
      Fail(started.error());
      return shake::ExitStatus::kNotRun;
    }
    servers.push_back(std::move(started).value());
    shaken.push_back(
        {servers.back()->url(), servers.back()->engine(), servers.back()->races(), servers.back()->upstream()});
  }
  const shake::ExitStatus status = shake::Shake(flags.value(), shaken, descriptors_max);
  for (const auto& server : servers) server->Stop();
  // As at the end of Serve.
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(status));
}

}  // namespace

int main(int argc, char** argv) {
  ShortenAllocatorPauses();
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "shake") {
    return static_cast<int>(Shake({arguments.begin() + 1, arguments.end()}));
  }
  const std::vector<std::string_view> environment = EnvironmentVariables();
  if (!arguments.empty() && arguments.front() == "health") {
    return server::Health({arguments.begin() + 1, arguments.end()}, environment);
  }
  const Result<server::Flags, std::string> flags = server::ParseFlags(arguments, environment);
  if (!flags.ok()) return Fail(flags.error());
  if (flags.value().help) {
    std::fputs(server::HelpText().c_str(), stdout);
    return 0;
  }
  if (flags.value().version) {
    std::puts("holdfast " HOLDFAST_VERSION);
    return 0;
  }
  return Serve(flags.value());
}
