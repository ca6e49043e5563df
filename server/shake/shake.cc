#include "server/shake/shake.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "engine/base/random.h"
#include "server/shake/command.h"
#include "server/shake/plan.h"
#include "server/shake/report.h"

extern char** environ;

namespace holdfast::server::shake {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Of the anomalies that a client has to handle. Their number in a run is about the same for every command, however many
// requests it makes: a suite of thousands is not to drown in retries.
constexpr double kExpectedPerRun = 3;
constexpr double kRateMax = 0.3;
constexpr double kStaleRate = 0.5;
// "Within a few days": https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
constexpr absl::Duration kTimeToLiveDelay = absl::Hours(48);
// A class that has failed so often alone is known to fail.
constexpr size_t kFailuresKnown = 3;
constexpr size_t kReductionTries = 3;
constexpr size_t kRepetitions = 10;
// A command takes at most so many times as long as by itself, and at least this many seconds are waited for it.
constexpr int kTimeoutFactor = 20;
constexpr seconds kTimeoutMin{60};
constexpr seconds kTimeoutByItself{3'600};
constexpr size_t kNotesShown = 10;

std::string SecondsText(milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(time.count()) / 1000);
  return text;
}

double RateFor(uint64_t possible) {
  return std::min(kRateMax, kExpectedPerRun / static_cast<double>(std::max<uint64_t>(possible, 1)));
}

// The line on stderr that says how far it is; only on a terminal, where the next one replaces it.
class Progress {
 public:
  void Show(const std::string& text) {
    if (!is_terminal_) return;
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    std::fflush(stderr);
  }
  void Clear() { Show(""); }

 private:
  const bool is_terminal_ = isatty(STDERR_FILENO) == 1;
};

class Shaker {
 public:
  Shaker(const ShakeFlags& flags, const ShakenServer& server) : server_(server) {
    for (char** variable = environ; *variable != nullptr; ++variable) environment_.emplace_back(*variable);
    environment_ = EnvironmentFor(server.url, environment_);
    result_.seed = flags.seed.has_value() ? *flags.seed : UnpredictableSeed() % 1'000'000;
    result_.flags = flags;
  }

  ExitStatus Execute() {
    if (const std::optional<ExitStatus> end = RunByItself()) return *end;
    RunPlan();
    if (!result_.interrupted) Reduce();
    progress_.Clear();
    return Any() ? ExitStatus::kFound : result_.interrupted ? ExitStatus::kNotRun : ExitStatus::kNothingFound;
  }
  const ShakeResult& result() const { return result_; }

 private:
  const ShakeFlags& flags() const { return result_.flags; }
  bool Any() const {
    return std::any_of(result_.runs.begin(), result_.runs.end(), [](const Run& run) { return run.failed; });
  }

  AnomalyOptions OptionsFor(ClassSet classes, uint64_t seed) const {
    const auto rate = [&](AnomalyClass one, double value) { return classes.Contains(one) ? value : 0; };
    const AnomalyCounts& known = result_.by_itself->anomalies;
    const bool reorders = classes.Contains(AnomalyClass::kReordering);
    return {.lost_replies = rate(AnomalyClass::kLostReplies, RateFor(known.Possible(Anomaly::kLostReply))),
            .conflicts = rate(AnomalyClass::kConflicts, RateFor(known.Possible(Anomaly::kConflict))),
            .throttle = rate(AnomalyClass::kThrottling, RateFor(known.Possible(Anomaly::kThrottle))),
            .stale_reads = rate(AnomalyClass::kStaleReads, kStaleRate),
            .index_lag = rate(AnomalyClass::kIndexLag, kStaleRate),
            .hold = reorders ? flags().hold : milliseconds(0),
            .seeded_order = reorders,
            .spares_retries = true,
            .seed = seed};
  }

  // Runs the command once at an empty server. Nothing if it cannot be started.
  std::optional<Run> RunOnce(const AnomalyOptions& options, ClassSet classes, seconds timeout, std::string* output) {
    server_.races.CloseAll("a new run of holdfast shake has begun");
    server_.races.faults().Remove(DatabaseSelection());
    Anomalies& anomalies = *server_.races.anomalies();
    anomalies.Restart(options);
    server_.engine.DropForks(DatabaseSelection());
    server_.engine.Reset(DatabaseSelection());
    server_.engine.ChangeClocks(DatabaseSelection(), {.follow_source = true});
    const bool is_late = classes.Contains(AnomalyClass::kLateTtl);
    server_.engine.SetTimeToLiveDelay(is_late ? kTimeToLiveDelay : absl::ZeroDuration());
    const uint64_t expired_items_kept_before = server_.engine.expired_items_kept();
    Result<CommandOutcome, std::string> outcome = RunCommand(flags().command, environment_, timeout);
    if (!outcome.ok()) {
      std::fprintf(stderr, "holdfast: %s\n", outcome.error().c_str());
      return std::nullopt;
    }
    result_.interrupted = result_.interrupted || outcome->interrupted;
    Run run{.seed = options.seed,
            .classes = classes,
            .failed = outcome->failed(),
            .status = outcome->status,
            .timed_out = outcome->timed_out,
            .duration = outcome->duration,
            .anomalies = anomalies.counts(),
            .order = anomalies.order().counts(),
            .expired_items_kept = server_.engine.expired_items_kept() - expired_items_kept_before,
            .notes = anomalies.notes(),
            .lost_updates = anomalies.lost_updates().findings(),
            .failure_line = outcome->failed() ? FailureLine(outcome->output) : ""};
    *output = std::move(outcome->output);
    return run;
  }
  std::optional<Run> RunOnce(ClassSet classes, uint64_t seed, std::string* output) {
    const auto limit = std::chrono::duration_cast<seconds>(result_.by_itself->duration * kTimeoutFactor);
    return RunOnce(OptionsFor(classes, seed), classes, std::max(kTimeoutMin, limit), output);
  }

  std::optional<ExitStatus> RunByItself() {
    std::printf("holdfast shake: %s\n", CommandText(flags().command).c_str());
    std::fflush(stdout);
    progress_.Show("by itself");
    std::string output;
    std::optional<Run> run = RunOnce({.seed = result_.seed}, ClassSet(), kTimeoutByItself, &output);
    progress_.Clear();
    if (!run.has_value() || result_.interrupted) return ExitStatus::kNotRun;
    result_.by_itself = std::move(run);
    const Run& by_itself = *result_.by_itself;
    if (by_itself.failed) {
      PrintOutput("The command by itself", by_itself, output);
      if (by_itself.status == kCommandNotFound) return ExitStatus::kNotRun;
      std::printf("The command fails by itself, without any anomaly.\n");
      result_.first_output = std::move(output);
      if (!flags().keep_going) return ExitStatus::kFailsByItself;
    }
    if (by_itself.anomalies.requests == 0) {
      std::printf("The command has sent no request for items to %s: does its client use AWS_ENDPOINT_URL?\n",
                  server_.url.c_str());
      return ExitStatus::kNotRun;
    }
    std::printf("By itself it %s in %s, with %llu requests for items.\n", by_itself.failed ? "failed" : "passed",
                SecondsText(by_itself.duration).c_str(), static_cast<unsigned long long>(by_itself.anomalies.requests));
    std::fflush(stdout);
    return std::nullopt;
  }

  // The classes of the next run, without what is known to fail; empty: the run can be left out.
  ClassSet WithoutKnown(ClassSet planned) const {
    if (flags().keep_going) return planned;
    const auto is_known = [&](ClassSet set) {
      const auto failures = std::count_if(result_.runs.begin(), result_.runs.end(),
                                          [&](const Run& run) { return run.failed && run.classes == set; });
      return static_cast<size_t>(failures) >= kFailuresKnown;
    };
    ClassSet classes = planned;
    if (is_known({AnomalyClass::kReordering})) classes.Remove(AnomalyClass::kReordering);
    for (const AnomalyClass one : classes.Without(AnomalyClass::kReordering).Members()) {
      if (is_known({one}) || is_known({AnomalyClass::kReordering, one})) return ClassSet();
    }
    return classes;
  }

  void RunPlan() {
    const std::vector<ClassSet> plan = PlanRuns(flags().permitted(), flags().runs, result_.seed);
    milliseconds spent{0};
    size_t failed = 0;
    for (size_t i = 0; i < plan.size() && !result_.interrupted; ++i) {
      const ClassSet classes = WithoutKnown(plan[i]);
      if (classes.empty()) continue;
      const milliseconds mean = i == 0 ? result_.by_itself->duration
                                       : spent / std::max<int64_t>(static_cast<int64_t>(result_.runs.size()), 1);
      progress_.Show("run " + std::to_string(i + 1) + " of " + std::to_string(plan.size()) + ", " +
                     std::to_string(failed) + " failed, at most " +
                     SecondsText(mean * static_cast<int>(plan.size() - i)) + " to go");
      std::string output;
      std::optional<Run> run = RunOnce(classes, result_.seed + i, &output);
      if (!run.has_value() || result_.interrupted) return;
      spent += run->duration;
      if (run->failed) ++failed;
      const bool is_replay = flags().runs == 1;
      if ((run->failed && failed == 1) || is_replay) {
        progress_.Clear();
        PrintOutput(
            "Run " + std::to_string(i + 1) + " (seed " + std::to_string(run->seed) + ", " + run->classes.Text() + ")",
            *run, output);
        result_.first_output = std::move(output);
      }
      result_.runs.push_back(*std::move(run));
    }
  }

  // Runs a seed again; true if that fails.
  bool FailsAgain(ClassSet classes, uint64_t seed) {
    std::string output;
    const std::optional<Run> run = RunOnce(classes, seed, &output);
    return run.has_value() && run->failed && !result_.interrupted;
  }

  void Reduce() {
    const Run* const failure = SimplestFailure(result_.runs);
    if (failure == nullptr || flags().runs == 1) return;
    SmallestSet smallest{failure->seed, failure->classes, {}};
    for (const AnomalyClass one : smallest.classes.Members()) {
      const ClassSet fewer = smallest.classes.Without(one);
      if (fewer.empty()) break;
      for (size_t i = 0; i < kReductionTries && !result_.interrupted; ++i) {
        progress_.Show("is " + fewer.Text() + " enough?");
        if (!FailsAgain(fewer, smallest.seed)) continue;
        smallest.classes = fewer;
        break;
      }
    }
    for (size_t i = 0; i < kRepetitions && !result_.interrupted; ++i) {
      progress_.Show("seed " + std::to_string(smallest.seed) + " again, " + std::to_string(i + 1) + " of " +
                     std::to_string(kRepetitions));
      const bool fails = FailsAgain(smallest.classes, smallest.seed);
      if (result_.interrupted) break;
      ++smallest.repeated.runs;
      smallest.repeated.failed += fails ? 1 : 0;
    }
    result_.smallest = smallest;
  }

  static void PrintOutput(const std::string& what, const Run& run, const std::string& output) {
    const std::string end = run.timed_out ? "was ended because it took " + SecondsText(run.duration)
                                          : "ended with status " + std::to_string(run.status);
    std::printf("---- %s %s. Its output:\n%s%s----\n", what.c_str(), end.c_str(), output.c_str(),
                output.empty() || output.back() == '\n' ? "" : "\n");
    for (size_t i = 0; i < std::min(run.notes.size(), kNotesShown); ++i) {
      std::printf("%s %s\n", i == 0 ? "What happened in it:" : "                    ", run.notes[i].c_str());
    }
    std::fflush(stdout);
  }

  const ShakenServer server_;
  std::vector<std::string> environment_;
  Progress progress_;
  ShakeResult result_;
};

bool WriteFile(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

}  // namespace

ExitStatus Shake(const ShakeFlags& flags, const ShakenServer& server) {
  Shaker shaker(flags, server);
  ExitStatus status = shaker.Execute();
  const ShakeResult& result = shaker.result();
  if (!result.runs.empty() || result.interrupted) std::fputs(ResultText(result).c_str(), stdout);
  std::fflush(stdout);
  const auto write = [&status](const std::string& path, const std::string& text) {
    if (path.empty() || WriteFile(path, text)) return;
    std::fprintf(stderr, "holdfast: cannot write %s\n", path.c_str());
    status = ExitStatus::kNotRun;
  };
  write(flags.json, ResultJson(result));
  write(flags.report, ResultPage(result));
  return status;
}

}  // namespace holdfast::server::shake
