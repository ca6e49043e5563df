// How long do small requests wait while an expensive operation runs, and how soon does SIGTERM end the server then?
//
//   stall_bench SERVER [FLAG OF THE SERVER]... [-- --only NAME,NAME --items N --tokens N --seconds N]
//
// Each expensive operation runs against a server process of its own. Each of eight connections reads a small item every
// two milliseconds, half of them from the database under load. Latencies count from the time when a request was due. On
// a machine with other load the figures mean nothing. Where the machine itself pauses (ProcessorPauses), the operation
// is measured again.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/process/server_arguments.h"
#include "bench/stall/heavy_work.h"
#include "bench/stall/prober.h"
#include "bench/stall/processor_pauses.h"
#include "conformance/command_line/setters.h"

namespace {

namespace bench = holdfast::bench;
using bench::Clock;
using holdfast::command_line::AddWords;
using holdfast::command_line::SetNumber;
using Seconds = std::chrono::duration<double>;

constexpr int kConnections = 8;
constexpr std::chrono::seconds kIdle{3};
// Long enough for delayed requests to get their responses.
constexpr std::chrono::milliseconds kSettleTime{300};
constexpr std::chrono::seconds kHeavyMax{120};
constexpr std::chrono::milliseconds kBeforeTerm{150};
constexpr std::chrono::seconds kTermMax{60};
// A longer pause of the machine makes a measurement worthless.
constexpr std::chrono::milliseconds kPauseMax{5};
constexpr int kMeasurementsMax = 5;
constexpr int64_t kSizeMax = 1'000'000'000;
constexpr int kSecondsMax = 3'600;

struct Options {
  std::vector<std::string> server;
  std::vector<std::string> only;
  bench::WorkbenchSizes sizes;
  // Minimum duration: shorter operations are repeated.
  int seconds = 3;
};

struct Outcome {
  bench::ProbeFigures idle;
  bench::ProbeFigures busy;
  // How often the expensive operation ran, and its longest run.
  int runs = 0;
  Seconds longest_run{0};
  // From SIGTERM to the server's exit; nothing if it had to be killed.
  std::optional<Seconds> exit_time;
  // The longest pause of the machine while the latencies were measured.
  bench::Nanoseconds pause{0};
};

double Milliseconds(bench::Nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

// Kills the server, so that blocked requests return, if this object still exists after `time_max`.
class Watchdog {
 public:
  Watchdog(bench::ChildServer* server, std::chrono::seconds time_max)
      : thread_([this, server, time_max] { Run(server, time_max); }) {}
  ~Watchdog() {
    done_ = true;
    thread_.join();
  }
  bool killed() const { return killed_; }

 private:
  void Run(bench::ChildServer* server, std::chrono::seconds time_max) {
    const auto deadline = Clock::now() + time_max;
    while (!done_ && Clock::now() < deadline) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (done_) return;
    killed_ = true;
    server->Kill();
  }

  std::atomic<bool> done_ = false;
  std::atomic<bool> killed_ = false;
  std::thread thread_;
};

void RunRepeatedly(const bench::HeavyWork& work, int seconds, bench::Workbench& bench, Outcome* outcome) {
  const Watchdog watchdog(&bench.server(), std::chrono::seconds(seconds) + kHeavyMax);
  const auto started = Clock::now();
  do {
    const auto one_started = Clock::now();
    if (!work.run(bench)) {
      throw std::runtime_error(watchdog.killed() ? "it was not done in time, and its server was killed"
                                                 : "the server refused it, or ended");
    }
    ++outcome->runs;
    outcome->longest_run = std::max<Seconds>(outcome->longest_run, Clock::now() - one_started);
  } while (!work.consumes && Clock::now() - started < std::chrono::seconds(seconds));
}

// Returns how long the server takes to exit after a SIGTERM during the work; nothing if it had to be killed.
std::optional<Seconds> TimeToExit(const bench::HeavyWork& work, bench::Workbench& bench) {
  std::atomic<bool> ending = false;
  std::thread working([&] {
    try {
      while (work.run(bench) && !work.consumes && !ending) continue;
    } catch (const std::exception&) {
      // The server exited.
    }
  });
  std::this_thread::sleep_for(kBeforeTerm);
  const std::optional<Seconds> end = bench.server().Terminate(kTermMax);
  ending = true;
  working.join();
  return end;
}

Outcome MeasureOnce(const bench::HeavyWork& work, const Options& options) {
  Outcome outcome;
  bench::ProcessorPauses pauses;
  auto bench = std::make_unique<bench::Workbench>(options.server, options.sizes);
  {
    bench::Prober idle_prober(bench->server().port(), kConnections);
    std::this_thread::sleep_for(kSettleTime);
    idle_prober.Take();
    pauses.TakeLongest();
    std::this_thread::sleep_for(kIdle);
    outcome.idle = idle_prober.Take();
    outcome.pause = pauses.TakeLongest();
  }
  work.prepare(*bench);
  {
    bench::Prober prober(bench->server().port(), kConnections);
    std::this_thread::sleep_for(kSettleTime);
    prober.Take();
    pauses.TakeLongest();
    RunRepeatedly(work, options.seconds, *bench, &outcome);
    std::this_thread::sleep_for(kSettleTime);
    outcome.busy = prober.Take();
    outcome.pause = std::max(outcome.pause, pauses.TakeLongest());
  }
  if (work.consumes) {
    bench = std::make_unique<bench::Workbench>(options.server, options.sizes);
    work.prepare(*bench);
  }
  outcome.exit_time = TimeToExit(work, *bench);
  return outcome;
}

Outcome Measure(const bench::HeavyWork& work, const Options& options) {
  Outcome outcome = MeasureOnce(work, options);
  for (int i = 1; i < kMeasurementsMax && outcome.pause > kPauseMax; ++i) {
    std::fprintf(stderr, "%s: the machine paused for %.0f ms; measured again\n", work.name.c_str(),
                 Milliseconds(outcome.pause));
    outcome = MeasureOnce(work, options);
  }
  return outcome;
}

void PrintHead() {
  std::printf("%-17s %8s %8s %8s | %8s %8s %8s %8s | %8s | %5s %9s | %8s | %8s\n", "milliseconds", "idle p50", "p99.9",
              "max", "p50", "p99", "p99.9", "max", "+p99.9", "times", "longest", "SIGTERM", "pause");
}

// "ok" allows a p99.9 of 10 ms above idle and a maximum of 50 ms, "goal" 2 ms and 10 ms. A server that takes more than
// two seconds to exit "ends late".
std::string FormatVerdict(const Outcome& outcome) {
  const double above = Milliseconds(outcome.busy.latency.Percentile(99.9) - outcome.idle.latency.Percentile(99.9));
  const double longest = Milliseconds(outcome.busy.latency.max());
  const bool exits_in_time = outcome.exit_time.has_value() && *outcome.exit_time <= std::chrono::seconds(2);
  std::string text = above <= 2 && longest <= 10 ? "goal" : above <= 10 && longest <= 50 ? "ok" : "STALLS";
  return exits_in_time ? text : text + ", ENDS LATE";
}

void Print(const bench::HeavyWork& work, const Outcome& outcome) {
  const bench::LatencyHistogram& idle = outcome.idle.latency;
  const bench::LatencyHistogram& busy = outcome.busy.latency;
  std::printf("%-17s %8.2f %8.2f %8.2f | %8.2f %8.2f %8.2f %8.2f | %8.2f | %5d %9.0f | ", work.name.c_str(),
              Milliseconds(idle.Percentile(50)), Milliseconds(idle.Percentile(99.9)), Milliseconds(idle.max()),
              Milliseconds(busy.Percentile(50)), Milliseconds(busy.Percentile(99)), Milliseconds(busy.Percentile(99.9)),
              Milliseconds(busy.max()), Milliseconds(busy.Percentile(99.9) - idle.Percentile(99.9)), outcome.runs,
              outcome.longest_run.count() * 1'000);
  if (outcome.exit_time.has_value()) {
    std::printf("%8.0f", outcome.exit_time->count() * 1'000);
  } else {
    std::printf("%8s", "never");
  }
  if (outcome.pause.count() > 0) {
    std::printf(" | %8.1f", Milliseconds(outcome.pause));
  } else {
    std::printf(" | %8s", "unknown");
  }
  std::printf("  %s", FormatVerdict(outcome).c_str());
  if (outcome.busy.refused > 0 && !work.empties_database) {
    std::printf(", %lld of %lld refused", static_cast<long long>(outcome.busy.refused),
                static_cast<long long>(busy.count()));
  }
  std::printf("\n");
  std::fflush(stdout);
}

void WarnOfLoad() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return;
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  if (load > processors * 0.25) {
    std::fprintf(stderr, "This machine has other work (load %.1f on %u processors): these figures mean nothing.\n",
                 load, processors);
  }
}

// The names and sentences of all expensive operations, for the help.
std::string ListOfWork() {
  std::string list;
  for (const bench::HeavyWork& work : bench::AllHeavyWork()) {
    list += "  " + work.name + std::string(std::max<size_t>(18, work.name.size() + 1) - work.name.size(), ' ') +
            work.description + "\n";
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const std::string list = ListOfWork();
  const holdfast::command_line::Program program = {
      .title = "stall_bench SERVER [FLAG OF THE SERVER]... [-- FLAG...]: how long small requests wait meanwhile",
      .flags =
          {
              {"--only", "NAME[,NAME]...", "only what has one of these in its name", AddWords(&options.only)},
              {"--items", "COUNT", "prepared (1000000)", SetNumber(&options.sizes.items, 1, kSizeMax)},
              {"--tokens", "COUNT", "remembered (400000)", SetNumber(&options.sizes.tokens, 1, kSizeMax)},
              {"--seconds", "COUNT", "for which shorter operations are repeated (3)",
               SetNumber(&options.seconds, 1, kSecondsMax)},
          },
      .notes = list};
  if (const auto status = bench::ParseServerArguments(program, argc, argv, &options.server)) return *status;
  WarnOfLoad();
  PrintHead();
  bool failed = false;
  for (const bench::HeavyWork& work : bench::AllHeavyWork()) {
    const auto asked = [&](const std::string& name) { return work.name.find(name) != std::string::npos; };
    if (!options.only.empty() && std::none_of(options.only.begin(), options.only.end(), asked)) continue;
    try {
      Print(work, Measure(work, options));
    } catch (const std::exception& reason) {
      failed = true;
      std::printf("%-17s failed: %s\n", work.name.c_str(), reason.what());
      std::fflush(stdout);
    }
  }
  return failed ? 1 : 0;
}
